// The table of Ex Libris: the categories and piles of the game, board, shelves, and the cards in the middle.

class BookTable extends GameTable {
  constructor(root) {
    super(root, ["board", "shelves"]);
    this.board = new Board(this.$(".board"));
    this.shelves = new Shelves(this.$(".shelves"));
  }

  pieces(choose) {
    return new BookPieces(this.kit, this.scene, choose);
  }

  drawParts(pieces) {
    this.board.draw(pieces);
    this.shelves.draw(pieces);
  }

  drawState(pieces) {
    const { scene, kit } = this;
    const round = scene.rounds ? pieces.word("round_of", { number: scene.round }) : pieces.word("round", { number: scene.round });
    const fact = (className, ...children) => make("span", { className }, ...children);
    const category = (word, code, className) =>
      fact(`fact ${className}`, badge(code), make("span", {}, make("small", { textContent: pieces.word(word) }), kit.categories[code]));
    const pile = (word, count, key) => fact("fact pile", make("span", {}, make("small", { textContent: pieces.word(word) }), `${count}`),
      key ? pieces.card(key, { label: pieces.word(word) }) : null);
    this.$(".state").replaceChildren(
      fact("round", make("b", { textContent: scene.round ? round : "" }), scene.last ? make("small", { textContent: pieces.word("last") }) : null,
        scene.level ? make("small", { textContent: scene.level }) : null),
      category("prominent", scene.prominent, "prominent"),
      category("banned", scene.banned, "banned"),
      category("focus", scene.focus, "focus"),
      ...scene.away.map((code) => category("put_away", code, "away")),
      pile("draw", scene.draw), pile(scene.rounds ? "public" : "discards", scene.discards, scene.top));
  }

  /** Cards that lie open in the middle, and those that this player alone looks at. */
  drawTray(pieces) {
    const { looking, table } = this.scene;
    const open = table.filter((key) => !looking.includes(key));
    this.$(".tray").replaceChildren(...this.groupOf(pieces, "looking", looking), ...this.groupOf(pieces, "middle", open));
  }

  isWide(options) {
    return options.some((one) => one.power && one.key.startsWith("library:"));
  }

  /** How to play, with what of it is on this table; begins at a chapter. */
  help(chapter) {
    return sheetBody(this.kit, this.scene, chapter);
  }

  /** The own shelf as the form has it now. */
  inspection() {
    return inspectionRows(this.kit, this.scene);
  }

  /** A card close up, with the titles of its books; or what a tile, an assistant or the points say. */
  closely(key) {
    const shown = explained(this.kit, this.scene, key);
    if (shown) return { close: this.kit.words.close, ...shown };
    const [of, books, titles] = this.kit.deck[key];
    const { words, categories } = this.kit;
    const lines = [...books].map((code, n) => make("li", { className: code }, badge(code),
      make("span", {}, make("b", { textContent: titles[n] ?? categories[code] }), make("small", { textContent: categories[code] }))));
    return { name: fill(words.of, { letter: key[0], order: key.slice(1), of }), close: words.close, body: [make("ul", {}, ...lines)] };
  }
}

export default kitOf(BookTable);
