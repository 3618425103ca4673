// Which card goes here? Letter, number and, where no deck knows them, books, each with one tap.

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const MOST_OF = 14; // no printing has more cards of a letter
const MOST_BOOKS = 4;

class Keys {
  /** `table` lays cards and knows the categories and the known cards. */
  constructor(node, table) {
    this.node = node;
    this.table = table;
    node.addEventListener("keydown", (event) => this.onKey(event));
  }

  /** Letters and digits typed here are those of the card. */
  onKey(event) {
    if (!this.node.querySelector(".keys") || meantElsewhere(event)) return;
    const letter = /^[a-zA-Z]$/.test(event.key);
    if (!letter && !(this.letter && !this.order && /^[1-9]$/.test(event.key))) return;
    event.preventDefault();
    if (letter) return this.pick({ letter: event.key.toUpperCase(), order: null, books: "" });
    const { place } = this;
    this.table.typing.set(place, this.letter + event.key);
    this.table.board.focus(place);
  }

  /** Asks for the card at a place; what was picked stays while the place does. */
  draw(place, force = false) {
    if (!force && same(place, this.place) && this.node.querySelector(".keys")) return;
    if (!same(place, this.place) || !this.node.querySelector(".keys")) Object.assign(this, { letter: null, order: null, books: "" });
    this.place = place;
    const close = make("button", { type: "button", className: "close plain", textContent: "×", ariaLabel: say("close"), onclick: () => this.table.choose(null, true) });
    const title = make("h3", { className: "title" });
    const [row, column] = place;
    this.node.replaceChildren(
      make("div", { className: "keys" },
        make("header", {}, make("div", {}, make("p", { className: "doubt-line", textContent: where({ row, column }) }), title), close),
        ...(this.letter === null ? this.letters(title) : this.order === null ? this.numbers(title) : this.shelfBooks(title))));
    this.node.querySelector("[data-first]")?.focus({ preventScroll: true });
  }

  known(letter = this.letter) {
    return this.table.data.known[letter];
  }

  /** How many cards the letter has: as the deck says, else as its cards that were read without doubt. */
  many() {
    const read = this.table.data.seats.flatMap((seat) => seat.cards)
      .filter((card) => card.letter === this.letter && !card.review.includes("of"))
      .map((card) => card.of ?? 0);
    return this.known()?.of || Math.max(0, ...read) || MOST_OF;
  }

  letters(title) {
    title.textContent = say("new_card");
    const keys = LETTERS.map((letter) => {
      const key = make("button", { type: "button", className: "key", textContent: letter, onclick: () => this.pick({ letter }) });
      key.setAttribute("aria-label", `${say("letter")} ${letter}`);
      return key;
    });
    const down = make("button", { type: "button", className: "plain", textContent: say("put_face_down"), onclick: () => this.lay({ face_up: false }) });
    return [make("div", { className: "letters" }, ...keys), make("div", { className: "row" }, down)];
  }

  numbers(title) {
    title.textContent = say("which_number", { letter: this.letter });
    const known = this.known();
    const numbers = [...Array(this.many())].map((_, at) => {
      const order = at + 1;
      const books = known?.books[order] ?? "";
      const there = this.table.lies(this.letter, order);
      const key = make("button", { type: "button", className: "key number", disabled: there, onclick: () => this.pick({ order }) },
        make("b", { textContent: order }), make("span", {}, ...[...books].map(icon)));
      const named = [...books].map((code) => this.table.data.categories[code]).join(", ");
      key.setAttribute("aria-label", there ? say("taken", { card: `${this.letter}${order}` }) : [`${this.letter} ${order}`, named].filter(Boolean).join(": "));
      return key;
    });
    numbers.find((key) => !key.disabled)?.setAttribute("data-first", "");
    return [make("div", { className: "numbers" }, ...numbers), make("div", { className: "row" }, this.back())];
  }

  shelfBooks(title) {
    title.textContent = say("which_books", { card: `${this.letter} ${this.order}` });
    const chosen = make("div", { className: "books", role: "group", ariaLabel: say("books_on") }, ...[...this.books].map((code, at) => {
      const button = make("button", { type: "button", className: `book ${code}` }, icon(code), make("span", { textContent: "×" }));
      button.setAttribute("aria-label", say("take_off", { category: this.table.data.categories[code] }));
      button.onclick = () => this.pick({ books: this.books.slice(0, at) + this.books.slice(at + 1) });
      return button;
    }));
    const put = make("button", { type: "button", className: "right", textContent: say("put_down"), disabled: !this.books, onclick: () => this.putDown() });
    return [
      chosen,
      categoryButtons(this.table.data.categories, (code) => this.pick({ books: this.books + code }), this.books.length >= MOST_BOOKS),
      make("div", { className: "row" }, put, this.back()),
    ];
  }

  back() {
    return make("button", { type: "button", className: "plain", textContent: say("another_letter"), onclick: () => this.pick({ letter: null, order: null, books: "" }) });
  }

  pick(what) {
    Object.assign(this, what);
    if (what.order && this.known()?.books[what.order]) return this.putDown();
    this.draw(this.place, true);
  }

  putDown() {
    const fields = { face_up: true, letter: this.letter, order: this.order };
    if (this.books) fields.categories = [...this.books].map((code) => this.table.data.keys[code]);
    this.lay(fields);
  }

  lay(fields) {
    const at = this.table.lay(this.place, fields);
    Object.assign(this, { letter: null, order: null, books: "" });
    const next = this.table.after(at);
    if (this.table.cardAt(next)) this.table.choose(null, true);
    else this.table.open(next);
  }
}

/** A button for each category; `take` is told its code. */
function categoryButtons(categories, take, full) {
  return make("div", { className: "adders", role: "group", ariaLabel: say("add_book") }, ...Object.entries(categories).map(([code, name]) => {
    const button = make("button", { type: "button", className: `book ${code}`, title: name, disabled: full }, icon(code), make("span", { textContent: name }));
    button.setAttribute("aria-label", say("add", { category: name }));
    button.onclick = () => take(code);
    return button;
  }));
}
