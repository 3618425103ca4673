// The table of Fort: whose turn it is, the park, the players, the hand.

class FortTable extends GameTable {
  constructor(root) {
    super(root, ["board", "players"]);
    this.park = new Park(this.$(".board"));
    this.seats = new Seats(this.$(".players"));
  }

  pieces(choose) {
    return new KidPieces(this.kit, this.scene, choose);
  }

  drawParts(pieces) {
    this.park.draw(pieces);
    this.seats.draw(pieces);
  }

  drawState(pieces) {
    const { scene } = this;
    const fact = (className, ...children) => make("span", { className }, ...children);
    const small = (...words) => make("small", { textContent: words.filter(Boolean).join(" · ") });
    this.$(".state").replaceChildren(
      fact("fact round", make("span", {}, make("b", { textContent: pieces.word("round", { number: scene.round }) }),
        small(`${pieces.word("deck_left")}: ${scene.deck}`))),
      ...scene.seats.map(({ name, track, level, leads }, seat) => fact("fact score", pieces.disc(seat), make("span", {}, small(name, leads && pieces.word("leads")),
        symbol("point"), ` ${track} `, symbol("fort"), ` ${level}`))));
  }

  /** The pack and picks of a draft, and the own discards where one of them may be chosen. */
  drawTray(pieces) {
    const { draft, kept, seats, viewer, choice } = this.scene;
    const named = (word, cards) => (cards.length ? [make("span", { className: "caption", textContent: pieces.word(word) }), ...cards] : []);
    const group = (word, keys, zones) => named(word, pieces.cards(keys, zones));
    const discards = choice?.options.some(({ zone }) => zone === "discard") ? seats[viewer].discards : [];
    this.$(".tray").replaceChildren(...group("pass_on", draft, ["draft"]), ...named("kept", kept.map((key) => pieces.slip(key))), ...group("own_discards", discards, ["discard"]));
  }

  drawHand(pieces) {
    const { hand, seats, viewer, phase } = this.scene;
    const node = this.$(".hand");
    this.node.classList.toggle("drafting", phase === "draft");
    node.ariaLabel = pieces.word("hand", { name: seats[viewer].name });
    const cards = pieces.cards(hand, ["hand", "add_hand", "follow"]);
    node.replaceChildren(...(cards.length ? cards : [make("p", { className: "nothing", textContent: pieces.word("empty_hand") })]));
  }

  /** Options that differ only by what a card's coin counts as stand together, a picture each. */
  buttons(pieces, options) {
    const groups = new Map();
    for (const option of options) {
      const key = option.card && option.suit ? `${option.zone}:${option.card}` : option.key;
      groups.set(key, [...(groups.get(key) ?? []), option]);
    }
    return [...groups.values()].map((group) => (group[0].card && group[0].suit ? this.asSuits(pieces, group) : pieces.button(group[0])));
  }

  asSuits(pieces, options) {
    const { name } = this.kit.cards[options[0].card];
    const buttons = options.map((option) => {
      const shown = option.suit in SYMBOLS;
      const node = make("button", { type: "button", className: `suit-button${shown ? "" : " in-words"}` },
        shown ? symbol(option.suit) : pieces.word("other_suit"));
      node.title = node.ariaLabel = [option.label, ...pieces.changed(node, option)].join("; ");
      node.dataset.option = option.key;
      node.onclick = () => pieces.choose(option);
      return node;
    });
    const group = make("span", { className: "as-suits", role: "group" }, make("span", { textContent: pieces.word("as", { name }) }), ...buttons);
    group.ariaLabel = pieces.word("as", { name });
    return group;
  }

  get marked() {
    return false;
  }

  isWide(options) {
    return options.some((one) => one.rule || one.perk || one.key.includes("private"));
  }

  /** The points so far of whoever looks. */
  inspection() {
    const { seats, viewer } = this.scene;
    const { track, level } = seats[viewer];
    const { words, levels } = this.kit;
    return [make("ul", { className: "symbols sofar" }, symbolRow("point", `${words.track}: ${track}`),
      symbolRow("fort", `${fill(words.level, { number: level })}: ${levels[level][0]}`))];
  }

  /** How to play: the course of a game, and all that may be met. */
  help() {
    const { turn, symbols, rules, perks } = this.kit.sheet;
    const head = (text) => make("h3", { textContent: text });
    const explained = ([title, entries]) => [head(title), make("dl", {}, ...entries.flatMap(([name, text]) => [
      make("dt", { textContent: name }), make("dd", { textContent: text })]))];
    return [...turn.map((entry) => this.paragraph(entry)), head(symbols[0]),
      make("ul", { className: "symbols" }, ...symbols[1].map((row) => symbolRow(...row))),
      ...explained(rules), ...explained(perks)];
  }

  /** A paragraph with its figure, which names its symbols. */
  paragraph([text, figure]) {
    const body = make("div", { innerHTML: figure });
    for (const place of body.querySelectorAll("[data-symbol]")) place.replaceWith(symbol(place.dataset.symbol));
    body.prepend(make("p", { textContent: text }));
    return make("div", { className: "step" }, body);
  }

  /** A card close up, with its actions in words; or a discard pile. */
  closely(key) {
    const { words, cards, suits } = this.kit;
    if (key.startsWith("discards-")) return this.discards(Number(key.slice(9)));
    const { name, suits: own, best } = cards[key];
    const lines = own.map((suit) => make("li", {}, symbol(suit), make("span", {}, make("b", { textContent: suits[suit] }))));
    const sides = ["public", "private"].map((side) => {
      const action = cards[key][side];
      return make("section", { className: `act ${side}` }, make("h3", { textContent: words[side] }),
        ...(action ? [notation(action[0]), make("p", { textContent: action[1] })] : [make("p", { textContent: words.no_action })]));
    });
    const kind = best ? [make("p", { className: "facts", textContent: `★ ${words.best}` })] : [];
    return { name, close: words.close, body: [...kind, make("ul", {}, ...lines), ...sides] };
  }

  discards(seat) {
    const { words, cards } = this.kit;
    const { name, discards } = this.scene.seats[seat];
    const pieces = new KidPieces(this.kit, { ...this.scene, choice: null }, () => {});
    const entries = discards.map((key) => make("li", {}, make("span", { className: "pictures" }, ...cards[key].suits.map((suit) => symbol(suit))),
      make("span", {}, make("b", { textContent: cards[key].name }), make("small", { textContent: pieces.spoken(key).split(". ").slice(1).join(". ") }))));
    const body = entries.length ? make("ul", {}, ...entries.reverse()) : make("p", { className: "nothing", textContent: words.no_discards });
    return { name: fill(words.discards_of, { name }), close: words.close, body: [body] };
  }
}

export default kitOf(FortTable);
