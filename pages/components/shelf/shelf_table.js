// The shelves of the table: the photo with its cards outlined, the shelf as drawn cards, the chosen card close up.
// It decides nothing: each change goes to Python as a numbered edit, and what Python answers is drawn. What is laid,
// moved or removed is shown at once, so that the next card can be typed before the answer comes.

const pictures = (window[Symbol.for("shelfmark.pictures")] ??= new Map());

class ShelfTable {
  constructor(root) {
    this.root = root;
    this.$ = (selector) => root.querySelector(selector);
    this.client = crypto.randomUUID?.() ?? String(Math.random());
    this.sent = 0;
    this.waiting = [];
    this.seatId = null;
    this.cardId = null;
    this.place = null; // the space that a card is asked for
    this.moving = false;
    this.board = new Board(this.$(".grid"), this);
    this.typing = new Typing(this);
    this.photo = new Photo(this);
    this.keys = new Keys(this.$(".card-sheet"), this);
    this.sheet = new CardSheet(this.$(".card-sheet"), this, {
      right: () => this.right(),
      move: () => this.startMove(),
      remove: () => this.remove(this.card),
      close: () => this.choose(null, true),
      other: ({ seat, card }) => { this.sit(seat); this.choose(card); },
    });
    this.drag = new Drag(this);
    this.onPictures = () => { if (this.data?.seats.length) { this.photo.draw(); this.drawSheet(); } };
    this.onAwake = () => { // the page was cut off, and waits for no answer any more
      this.waiting = [];
      if (this.latest) this.update(this.latest);
    };
    for (const part of [".tabs", ".scroller"]) {
      this.$(part).addEventListener("scroll", () => showMore(this.$(part)), { passive: true });
      new ResizeObserver(() => showMore(this.$(part))).observe(this.$(part));
    }
    this.$(".tabs").addEventListener("keydown", (event) => this.onTabKey(event));
    root.addEventListener("keydown", (event) => this.onKey(event));
    this.$(".undo").onclick = () => this.tell({ kind: "undo" });
    this.$(".redo").onclick = () => this.tell({ kind: "redo" });
    this.$(".lay").onclick = () => this.tell({ kind: "notation", text: this.$("#notation").value });
  }

  close() {
    window.removeEventListener("shelfmark:pictures", this.onPictures);
    window.removeEventListener("shelfmark:awake", this.onAwake);
    this.drag.end();
  }

  get seat() {
    return this.data.seats.find((seat) => seat.id === this.seatId) ?? this.data.seats[0];
  }

  get card() {
    return this.seat.cards.find((card) => card.id === this.cardId) ?? null;
  }

  cardAt([row, column]) {
    return this.seat.cards.find((card) => card.row === row && card.column === column) ?? null;
  }

  /** Does this card lie on the table already? */
  lies(letter, order) {
    return this.data.seats.some((seat) => seat.cards.some((card) => card.letter === letter && card.order === order));
  }

  /** Where the next card goes: a shelf grows to the right, a pile downwards. */
  after([row, column]) {
    return this.seat.pile ? [row + 1, column] : [row, column + 1];
  }

  note(text) {
    this.$(".said").textContent = text;
  }

  /** Sends an edit. All edits that Python has not yet answered go along, so none is lost when taps come fast. */
  tell(edit) {
    this.sent += 1;
    this.waiting.push({ n: this.sent, seat: this.seat.id, ...edit });
    this.$(".table").ariaBusy = "true";
    this.send({ client: this.client, edits: [...this.waiting] });
  }

  // What is done to cards

  lay([row, column], fields) {
    this.tell({ kind: "add", row, column, fields });
    const { letter = null, order = null } = fields;
    const codes = Object.entries(this.data.keys);
    const books = fields.categories
      ? fields.categories.map((key) => codes.find(([, one]) => one === key)[0]).join("")
      : this.data.known[letter]?.books[order] ?? "";
    const card = { id: -this.sent, row, column, up: fields.face_up ?? true, letter, order, of: this.data.known[letter]?.of || null, books, buried: Boolean(fields.buried), review: [], turned: false, looks: [], others: [] };
    const [down, right] = this.shift([...this.seat.cards, card]);
    return [row + down, column + right];
  }

  change(card, fields) {
    if (card.id < 0) return;
    this.tell({ kind: "set", card: card.id, fields });
  }

  remove(card) {
    if (!card || card.id < 0) return;
    this.tell({ kind: "remove", card: card.id });
    this.cardId = null;
    const held = this.board.held;
    this.shift(this.seat.cards.filter((one) => one !== card));
    this.seat.spaces.push([card.row, card.column]);
    this.draw();
    if (held) this.board.focus([card.row, card.column]);
  }

  /** Moves a card; one that lies there changes places with it. */
  moveCard(card, [row, column]) {
    this.tell({ kind: "move", card: card.id, row, column });
    const there = this.cardAt([row, column]);
    if (there) Object.assign(there, { row: card.row, column: card.column });
    Object.assign(card, { row, column });
    this.shift(this.seat.cards);
    this.draw();
    return [card.row, card.column];
  }

  /** Moves the card at a place one step, if it may go there. */
  shove(here, step) {
    const card = this.cardAt(here);
    if (!card || card.id < 0) return;
    const goal = [here[0] + step[0], here[1] + step[1]];
    if (!this.cardAt(goal) && !this.board.spaces(card).some((space) => same(space, goal))) return;
    this.board.focus(this.moveCard(card, goal));
  }

  /** Lays these cards with the first row and column at 0, as Python will; returns how far that moves them. */
  shift(cards) {
    const by = ["row", "column"].map((axis) => (cards.length ? -Math.min(...cards.map((card) => card[axis])) : 0));
    const moved = ([row, column]) => [row + by[0], column + by[1]];
    for (const card of cards) [card.row, card.column] = moved([card.row, card.column]);
    const taken = (space) => cards.some((card) => same([card.row, card.column], space));
    const last = cards.at(-1);
    const next = last?.id < 0 ? [this.after([last.row, last.column])] : [];
    const spaces = [...this.seat.spaces.map(moved), ...next].filter((space) => !taken(space));
    this.seat.spaces = spaces.filter((space, at) => spaces.findIndex((one) => same(one, space)) === at);
    this.seat.moves = {};
    this.seat.cards = cards;
    return by;
  }

  // What Python says, and how it is shown

  update(data) {
    window.addEventListener("shelfmark:pictures", this.onPictures);
    window.addEventListener("shelfmark:awake", this.onAwake);
    this.latest = data;
    WORDS = data.words;
    if (data.client === this.client) {
      this.waiting = this.waiting.filter((edit) => edit.n > data.done);
    }
    // An answer to some of several fast taps shows the shelf before the later ones: the last answer will come.
    if (this.waiting.length && this.data) return;
    this.$(".table").ariaBusy = "false";
    this.data = data;
    if (!data.seats.length) return;
    if (!data.seats.some((seat) => seat.id === this.seatId)) this.seatId = data.seats[0].id;
    let opened = false;
    if (data.shown && data.shown.times !== this.shown) {
      this.shown = data.shown.times;
      const { seat, card = null } = data.shown;
      if (data.seats.some((one) => one.id === seat)) Object.assign(this, { seatId: seat, cardId: card, place: null });
      opened = card !== null;
    }
    if (this.cardId !== null && !this.card) this.cardId = null;
    if (this.place && !this.seat.spaces.some((space) => same(space, this.place))) this.place = null;
    if (this.drag.ghost) return; // the end of the drag draws it
    this.draw();
    if (opened && this.card) requestAnimationFrame(() => this.reveal(".grid .chosen"));
  }

  draw() {
    this.drawTabs();
    this.photo.draw();
    this.drawDoubts();
    this.board.draw();
    this.drawSheet();
    const { seat } = this;
    const words = { undo: "undo", redo: "redo", lay: "lay", bin: "bin" };
    for (const [name, key] of Object.entries(words)) this.$(`.${name}`).textContent = say(key);
    this.$(".text summary").textContent = say("notation");
    this.$(".text label").textContent = say("notation_how");
    this.$(".tabs").ariaLabel = say("players");
    this.$(".shelf").ariaLabel = say("shelf");
    this.$(".card-sheet").ariaLabel = say("the_card");
    this.$(".desk").ariaLabel = seat.name;
    this.$(".undo").disabled = !seat.undo;
    this.$(".redo").disabled = !seat.redo;
    this.$(".problems").replaceChildren(...seat.problems.map((text) => make("li", { textContent: text })));
    this.$(".refusal").textContent = seat.refusal ?? "";
    const notation = this.$("#notation");
    if (this.root.activeElement !== notation) notation.value = seat.typed ?? seat.notation;
    notation.setAttribute("aria-invalid", String(Boolean(seat.refusal)));
    showMore(this.$(".tabs"));
    showMore(this.$(".scroller"));
    this.$(".tip").textContent = this.moving ? say("tip_moving") : "";
  }

  drawTabs() {
    const held = this.root.activeElement?.dataset?.seat;
    this.$(".tabs").replaceChildren(
      ...this.data.seats.map((seat) => {
        const mine = seat.id === this.seat.id;
        const doubts = seat.cards.filter((card) => card.review.length).length;
        const tab = make("button", { type: "button", role: "tab", tabIndex: mine ? 0 : -1 });
        tab.dataset.seat = seat.id;
        tab.setAttribute("aria-selected", String(mine));
        tab.append(make("span", { className: "name", textContent: seat.name }));
        if (seat.total !== null) tab.append(make("span", { className: "total", textContent: `${seat.total}`.replace("-", "−") }));
        if (doubts) tab.append(make("span", { className: "flag", textContent: `${doubts}?`, title: say("doubtful", { n: doubts }) }));
        tab.onclick = () => this.sit(seat.id);
        return tab;
      }),
    );
    if (held) this.$(`.tabs [data-seat="${held}"]`)?.focus();
  }

  drawDoubts() {
    const { seat } = this;
    const doubtful = seat.cards.filter((card) => card.review.length);
    const held = this.root.activeElement?.dataset?.chip;
    const bookless = seat.cards.filter((card) => card.up && card.letter && card.order && !card.books).length;
    const settled = bookless ? say("bookless", { n: bookless }) : say(seat.cards.length ? "no_doubt" : "no_card");
    const head = doubtful.length ? say("look_at", { n: doubtful.length }) : settled;
    this.$(".doubts").replaceChildren(
      make("span", { textContent: head }),
      ...doubtful.map((card) => {
        const name = label(card) || say("face_down");
        const chip = make("button", { type: "button", className: "chip", textContent: name });
        chip.setAttribute("aria-label", say("look_at_card", { place: `${name}, ${where(card)}`, what: doubtsOf(card) }));
        chip.setAttribute("aria-pressed", String(card.id === this.cardId));
        chip.onclick = () => this.choose(card.id);
        chip.dataset.chip = card.id;
        return chip;
      }),
    );
    if (held) this.$(`.doubts [data-chip="${held}"]`)?.focus();
  }

  drawSheet() {
    const { seat, card } = this;
    this.$(".table").dataset.open = String(Boolean(card || this.place) && !this.moving); // a phone's shelf is under the sheet
    if (this.place && !card) return this.keys.draw(this.place);
    const [best, number] = card?.looks[0] ?? [];
    const crop = pictures.get(best)?.crops[number];
    this.sheet.draw(seat, card, crop, !this.waiting.length);
  }

  // What people do

  onKey(event) {
    if (event.key === "Escape") return this.choose(null, true);
    if (!(event.ctrlKey || event.metaKey) || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
    const key = event.key.toLowerCase();
    const again = key === "y" || (key === "z" && event.shiftKey);
    if (key !== "z" && !again) return;
    event.preventDefault();
    if (again ? this.seat.redo : this.seat.undo) this.tell({ kind: again ? "redo" : "undo" });
  }

  onTabKey(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const { seats } = this.data;
    const at = seats.findIndex((seat) => seat.id === this.seat.id);
    this.sit(seats[(at + step + seats.length) % seats.length].id);
    this.$(`.tabs [data-seat="${this.seatId}"]`)?.focus();
    event.preventDefault();
  }

  sit(seatId) {
    Object.assign(this, { seatId, cardId: null, place: null, moving: false });
    Object.assign(this.typing, { text: "", place: null });
    this.draw();
  }

  /** Asks which card goes to a space. */
  open(place) {
    if (this.typing.text) this.typing.put();
    Object.assign(this, { cardId: null, place });
    this.draw();
    this.reveal(".grid .space.chosen");
  }

  choose(cardId, back = false) {
    if (this.typing.text) this.typing.put();
    if (back && this.moving) { this.moving = false; return this.draw(); }
    const left = this.card ? [this.card.row, this.card.column] : this.place;
    Object.assign(this, { cardId, place: null, moving: false });
    this.draw();
    if (back && left) this.board.focus(left);
    if (cardId !== null) this.reveal(".grid .chosen");
  }

  /** On a phone the shelf scrolls to what was chosen, elsewhere the sheet comes into view. */
  reveal(chosen) {
    const phone = matchMedia("(max-width: 42.5em) and (min-height: 30em)").matches;
    this.$(phone ? chosen : ".card-sheet")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  right() {
    this.tell({ kind: "confirm", card: this.cardId });
    const doubtful = this.seat.cards.filter((card) => card.review.length && card.id !== this.cardId);
    this.choose(doubtful[0]?.id ?? null, !doubtful.length);
  }

  startMove() {
    this.moving = true;
    this.draw();
    this.board.focus([this.card.row, this.card.column]);
  }

  moveTo(row, column) {
    this.moving = false;
    const { card } = this;
    if (card.row === row && card.column === column) return this.draw();
    this.board.focus(this.moveCard(card, [row, column]));
  }
}

const tables = new WeakMap();

export default function ({ data, parentElement, setStateValue }) {
  let table = tables.get(parentElement);
  if (!table) {
    table = new ShelfTable(parentElement);
    tables.set(parentElement, table);
  }
  table.send = (log) => setStateValue("log", log);
  table.update(data);
  return () => table.close();
}
