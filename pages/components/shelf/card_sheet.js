// The chosen card close up: its crop, what was read on it, and the fields to mend.

class CardSheet {
  /** `table` sends edits and knows the categories; `on` are its answers to right, move and close. */
  constructor(node, table, on) {
    this.node = node;
    this.on = on;
    this.tell = (edit) => table.tell(edit);
    this.note = (text) => table.note(text);
    this.categories = () => table.data.categories;
    this.categoryKeys = () => table.data.keys;
  }

  /** `settled`: Python has answered every edit, so its values may go into the fields. */
  draw(seat, card, crop, settled) {
    const here = card ? `${seat.id}/${card.id}/${seat.pile}` : null;
    if (!card) {
      this.node.replaceChildren(
        make("p", { className: "empty", textContent: say("empty") }), make("p", { className: "empty keyboard", textContent: say("keys") }));
    } else if (this.here !== here || this.crop !== crop || !this.parts || !this.node.contains(this.parts.title)) {
      this.build(seat, crop);
    }
    Object.assign(this, { here, crop, card, seat });
    if (card && (settled || this.filled !== here)) this.fill(card);
    this.filled = here;
  }

  build(seat, crop) {
    const set = (fields) => this.tell({ kind: "set", card: this.card.id, fields });
    // a text field: a browser's own for numbers takes 1e1 for 1, and says nothing of what it refuses
    const number = (name) => make("input", {
      id: name,
      inputMode: "numeric",
      maxLength: 12,
      autocomplete: "off",
      onchange: ({ target }) => {
        const text = target.value.trim();
        if (!text || /^[1-9][0-9]?$/.test(text)) return set({ [name]: text ? Number(text) : null });
        target.value = this.card[name] ?? "";
        this.note(say("no_number", { text }));
      },
    });
    const letters = LETTERS.map((one) => make("option", { value: one, textContent: one }));
    const fields = {
      letter: make("select", { id: "letter", onchange: (e) => set({ letter: e.target.value || null }) },
        make("option", { value: "", textContent: "–" }), ...letters),
      order: number("order"),
      of: number("of"),
      face_up: make("input", { id: "face_up", type: "checkbox", onchange: (e) => set({ face_up: e.target.checked }) }),
      buried: make("input", { id: "buried", type: "checkbox", onchange: (e) => set({ buried: e.target.checked }) }),
    };
    const field = (name, text) => make("label", { className: "field", htmlFor: name }, make("span", { textContent: text }), fields[name]);
    const title = make("h3", { className: "title" });
    const doubts = make("p", { className: "doubt-line" });
    const twice = make("div", { className: "twice" });
    const books = make("div", { className: "books", role: "group", ariaLabel: say("books_on") });
    const adders = categoryButtons(this.categories(), (code) => {
      if (this.card.books.length < MOST_BOOKS) this.setBooks(this.card.books + code);
    }, false);
    const right = make("button", { type: "button", className: "right", onclick: () => this.on.right() });
    const move = make("button", { type: "button", className: "plain", textContent: say("move"), onclick: () => this.on.move() });
    const remove = make("button", { type: "button", className: "plain remove", textContent: say("remove"), onclick: () => this.on.remove() });
    const done = make("button", { type: "button", className: "close plain", textContent: "×", ariaLabel: say("close"), onclick: () => this.on.close() });
    const view = crop ? [make("div", { className: "crop" }, make("img", { src: crop, alt: say("crop") }))] : [];
    const checks = [field("face_up", say("face_up")), ...(seat.pile ? [] : [field("buried", say("buries"))])];
    this.parts = { title, doubts, twice, books, adders, right, fields };
    this.node.replaceChildren(
      ...view,
      make("div", { className: "head" }, make("header", {}, title, done), doubts, twice),
      make("div", { className: "fields" },
        make("div", { className: "row" }, field("letter", say("letter")), field("order", say("order")), field("of", say("of"))),
        make("div", { className: "row checks" }, ...checks)),
      make("div", { className: "shelf-books" }, make("span", { className: "caption", textContent: say("books") }), books, adders),
      make("div", { className: "row actions" }, right, move, remove),
    );
  }

  fill(card) {
    const { title, doubts, twice, books, adders, right, fields } = this.parts;
    const named = nameOf(card);
    title.textContent = card.review.length && card.letter ? say("is_this", { card: named }) : named[0].toUpperCase() + named.slice(1);
    doubts.textContent = card.review.length ? say("check_fields", { what: doubtsOf(card) }) : card.turned ? say("turned") : "";
    const typing = fields.order.getRootNode().activeElement; // what is being typed outlasts answers to earlier edits
    twice.replaceChildren(...(card.others.length ? [make("span", { textContent: say("twice") })] : []), ...card.others.map((other) =>
      make("button", { type: "button", className: "plain", textContent: other.place, onclick: () => this.on.other(other) })));
    for (const name of ["letter", "order", "of"]) {
      if (fields[name] !== typing || this.filled !== this.here) fields[name].value = card[name] ?? "";
      fields[name].closest(".field").classList.toggle("doubtful", card.review.includes(name));
    }
    fields.face_up.checked = card.up;
    fields.face_up.closest(".field").classList.toggle("doubtful", card.review.includes("face_up"));
    fields.buried.checked = card.buried;
    const held = [...books.children].indexOf(books.getRootNode().activeElement);
    books.classList.toggle("doubtful", card.review.includes("categories"));
    books.replaceChildren(...[...card.books].map((code, at) => {
      const name = this.categories()[code];
      const button = make("button", { type: "button", className: `book ${code}`, title: name }, icon(code), make("span", { textContent: "×" }));
      button.setAttribute("aria-label", say("take_off", { category: name }));
      button.onclick = () => this.setBooks(card.books.slice(0, at) + card.books.slice(at + 1));
      return button;
    }));
    if (!card.books) books.append(make("span", { className: "empty", textContent: say("none_known") }));
    if (held >= 0) (books.querySelectorAll("button")[Math.min(held, card.books.length - 1)] ?? adders.firstChild).focus();
    for (const button of adders.children) button.disabled = card.books.length >= MOST_BOOKS;
    right.hidden = !card.review.length;
    const others = this.seat.cards.filter((one) => one.review.length && one.id !== card.id).length;
    right.textContent = others ? say("right_next") : say("right");
  }

  /** Shows the books at once: the next tap may come before Python has answered, and builds on them. */
  setBooks(codes) {
    this.card.books = codes;
    this.fill(this.card);
    const categories = [...codes].map((code) => this.categoryKeys()[code]);
    this.tell({ kind: "set", card: this.card.id, fields: { categories } });
  }
}
