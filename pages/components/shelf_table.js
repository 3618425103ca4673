// The shelves of the table: the photo with its cards outlined, the shelf as drawn cards, the chosen card close up.
// It decides nothing: each tap goes to Python as a numbered edit, and what Python answers is drawn.

const pictures = (window[Symbol.for("shelfmark.pictures")] ??= new Map());
const label = (card) => (card.letter && card.order ? `${card.letter}${card.order}` : card.up ? "?" : "");

class ShelfTable {
  constructor(root) {
    this.root = root;
    this.$ = (selector) => root.querySelector(selector);
    this.client = crypto.randomUUID?.() ?? String(Math.random());
    this.sent = 0;
    this.waiting = [];
    this.seatId = null;
    this.cardId = null;
    this.moving = false;
    this.after = false; // a card was put down: it is chosen once Python has laid it
    this.sheet = new CardSheet(this.$(".card-sheet"), this, {
      right: () => this.right(),
      move: () => this.startMove(),
      close: () => this.choose(null, true),
    });
    this.onPictures = () => { if (this.data?.seats.length) { this.drawPhoto(); this.drawSheet(); } };
    this.$(".grid").addEventListener("keydown", (event) => this.onArrow(event));
    this.$(".tabs").addEventListener("keydown", (event) => this.onTabKey(event));
    root.addEventListener("keydown", (event) => event.key === "Escape" && this.choose(null, true));
    this.whole = false; // the photo shows the whole table, or only this shelf
    this.$(".zoom").onclick = () => { this.whole = !this.whole; this.drawPhoto(); };
    this.$(".undo").onclick = () => this.tell({ kind: "undo" });
    this.$(".lay").onclick = () => this.tell({ kind: "notation", text: this.$("#notation").value });
  }

  close() {
    window.removeEventListener("shelfmark:pictures", this.onPictures);
  }

  get seat() {
    return this.data.seats.find((seat) => seat.id === this.seatId) ?? this.data.seats[0];
  }

  get card() {
    return this.seat.cards.find((card) => card.id === this.cardId) ?? null;
  }

  /** Sends an edit. All edits that Python has not yet answered go along, so none is lost when taps come fast. */
  tell(edit) {
    this.sent += 1;
    this.waiting.push({ n: this.sent, seat: this.seat.id, ...edit });
    this.$(".table").ariaBusy = "true";
    this.send({ client: this.client, edits: [...this.waiting] });
  }

  update(data) {
    window.addEventListener("shelfmark:pictures", this.onPictures);
    if (data.client === this.client) {
      this.waiting = this.waiting.filter((edit) => edit.n > data.done);
    }
    // An answer to some of several fast taps shows the shelf before the later ones: the last answer will come.
    if (this.waiting.length && this.data) return;
    this.$(".table").ariaBusy = "false";
    this.data = data;
    if (!data.seats.length) return;
    if (!data.seats.some((seat) => seat.id === this.seatId)) this.seatId = data.seats[0].id;
    if (this.after) {
      const laid = this.seat.cards.reduce((last, card) => (card.id > (last?.id ?? -1) ? card : last), null);
      if (laid) { this.cardId = laid.id; this.after = false; }
    }
    if (this.cardId !== null && !this.card) this.cardId = null;
    this.draw();
  }

  draw() {
    this.drawTabs();
    this.drawPhoto();
    this.drawDoubts();
    this.drawGrid();
    this.drawSheet();
    const { seat } = this;
    this.$(".desk").ariaLabel = seat.name;
    this.$(".undo").disabled = !seat.undo;
    this.$(".problems").replaceChildren(...seat.problems.map((text) => make("li", { textContent: text })));
    this.$(".refusal").textContent = seat.refusal ?? "";
    const notation = this.$("#notation");
    if (this.root.activeElement !== notation) notation.value = seat.typed ?? seat.notation;
    notation.setAttribute("aria-invalid", String(Boolean(seat.refusal)));
    this.$(".tip").textContent = this.moving
      ? "Tap where the card goes: a gap, an edge, or a card to change places with. Tap the card itself to leave it there."
      : "Tap a card to mend it, a + to put one down.";
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
        if (seat.total !== null) tab.append(make("span", { className: "total", textContent: `${seat.total}` }));
        if (doubts) tab.append(make("span", { className: "flag", textContent: `${doubts}?`, title: `${doubts} doubtful` }));
        tab.onclick = () => this.sit(seat.id);
        return tab;
      }),
    );
    if (held) this.$(`.tabs [data-seat="${held}"]`)?.focus();
  }

  sit(seatId) {
    this.seatId = seatId;
    this.cardId = null;
    this.moving = this.after = false;
    this.draw();
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

  drawPhoto() {
    if (!this.data?.seats.length) return;
    const figure = this.$(".photo");
    const { seat } = this;
    const photo = this.data.photos[seat.photo];
    figure.hidden = !photo;
    if (!photo) return;
    const svg = this.$(".photo svg");
    const view = new PhotoView(photo, seat.cards.map((card) => photo.outlines[card.read]).filter((corners) => corners?.length));
    svg.setAttribute("viewBox", this.whole ? view.whole : view.around);
    svg.setAttribute("aria-label", `Photo ${photo.name}, ${seat.cards.length} cards of ${seat.name} outlined`);
    const source = pictures.get(seat.photo)?.picture;
    if (!this.image) {
      this.image = document.createElementNS(SVG, "image");
      this.image.setAttribute("preserveAspectRatio", "none");
    }
    if (source && this.image.getAttribute("href") !== source) {
      this.image.setAttribute("href", source);
      this.image.setAttribute("width", photo.width);
      this.image.setAttribute("height", photo.height);
    }
    this.image.setAttribute("transform", view.transform);
    svg.replaceChildren(this.image);
    for (const other of this.data.seats) {
      if (other.photo !== seat.photo) continue;
      for (const card of other.cards) this.outline(svg, view, other, card);
    }
    const doubts = seat.cards.filter((card) => card.review.length).length;
    this.$(".photo figcaption span").textContent =
      `${photo.name}: ${seat.cards.length} cards` + (doubts ? `, ${doubts} doubtful (amber)` : "");
    this.$(".zoom").textContent = this.whole ? "This shelf" : "Whole photo";
  }

  outline(svg, view, seat, card) {
    if (!view.photo.outlines[card.read]?.length) return;
    const corners = view.photo.outlines[card.read].map((point) => view.turned(point));
    const group = document.createElementNS(SVG, "g");
    const mine = seat.id === this.seat.id;
    group.setAttribute("class", [
      mine ? "mine" : "other", card.review.length ? "doubtful" : "", card.up ? "up" : "down",
      mine && card.id === this.cardId ? "chosen" : "",
    ].join(" "));
    const shape = document.createElementNS(SVG, "polygon");
    shape.setAttribute("points", corners.map((p) => p.join(",")).join(" "));
    group.append(shape);
    const [cx, cy] = [0, 1].map((axis) => corners.reduce((sum, p) => sum + p[axis], 0) / 4);
    const width = Math.hypot(corners[1][0] - corners[0][0], corners[1][1] - corners[0][1]);
    const text = document.createElementNS(SVG, "text");
    text.setAttribute("x", cx);
    text.setAttribute("y", cy);
    text.setAttribute("font-size", width * 0.26);
    text.setAttribute("stroke-width", width * 0.045);
    text.textContent = card.review.length ? `${label(card).replace("?", "")}?` : label(card);
    group.append(text);
    group.onclick = () => {
      if (!mine) this.sit(seat.id);
      this.choose(card.id);
    };
    svg.append(group);
  }

  drawDoubts() {
    const { seat } = this;
    const doubtful = seat.cards.filter((card) => card.review.length);
    const held = this.root.activeElement?.dataset?.chip;
    this.$(".doubts").replaceChildren(
      make("span", {
        textContent: doubtful.length
          ? `${doubtful.length} to look at`
          : seat.cards.length ? "No card in doubt" : "No card yet",
      }),
      ...doubtful.map((card) => {
        const chip = make("button", { type: "button", className: "chip", textContent: label(card) || "face down" });
        chip.setAttribute("aria-label", `Look at ${where(card)}: ${doubtsOf(card)}`);
        chip.setAttribute("aria-pressed", String(card.id === this.cardId));
        chip.onclick = () => this.choose(card.id);
        chip.dataset.chip = card.id;
        return chip;
      }),
    );
    if (held) this.$(`.doubts [data-chip="${held}"]`)?.focus();
  }

  drawGrid() {
    const { seat } = this;
    const grid = this.$(".grid");
    const held = this.root.activeElement?.dataset?.place;
    const rows = Math.max(1, ...seat.cards.map((card) => card.row + 1));
    const columns = Math.max(1, ...seat.cards.map((card) => card.column + 1));
    const edge = (taken) => (taken ? "1.6rem" : "0");
    const spaces = this.moving ? this.targets(rows, columns) : seat.spaces;
    const at = (row, column) => spaces.some(([r, c]) => r === row && c === column);
    const has = (test) => seat.spaces.some(test);
    grid.style.gridTemplateColumns =
      `${edge(has(([, c]) => c < 0))} repeat(${columns}, minmax(var(--card), var(--widest))) ${edge(has(([, c]) => c >= columns))}`;
    grid.style.gridTemplateRows = `${edge(has(([r]) => r < 0))} repeat(${rows}, auto) ${edge(has(([r]) => r >= rows))}`;
    grid.setAttribute("aria-label", `Shelf of ${seat.name}, ${rows} rows, ${columns} columns`);
    const nodes = [];
    for (let row = -1; row <= rows; row += 1) {
      for (let column = -1; column <= columns; column += 1) {
        const card = seat.cards.find((one) => one.row === row && one.column === column);
        if (card) nodes.push(this.drawCard(card));
        else if (at(row, column)) nodes.push(this.drawSpace(row, column));
      }
    }
    grid.classList.toggle("moving", this.moving);
    grid.replaceChildren(...nodes);
    const places = [...grid.children];
    const first = places.find((node) => node.dataset.place === held)
      ?? places.find((node) => node.dataset.card === String(this.cardId)) ?? places.find((node) => node.dataset.card) ?? places[0];
    for (const node of places) node.tabIndex = node === first ? 0 : -1;
    if (held && first?.dataset.place === held) first.focus({ preventScroll: true });
  }

  /** Where a card can be moved: any space and any gap; the scorer says afterwards what breaks a rule. */
  targets(rows, columns) {
    const gaps = [];
    for (let r = 0; r < rows; r += 1) for (let c = 0; c < columns; c += 1) gaps.push([r, c]);
    return [...this.seat.spaces, ...gaps];
  }

  place(node, row, column) {
    node.style.gridRow = row + 2;
    node.style.gridColumn = column + 2;
    node.dataset.place = `${row},${column}`;
    return node;
  }

  drawSpace(row, column) {
    const node = make("button", { type: "button", className: "space", textContent: "+" });
    node.setAttribute("aria-label", `${this.moving ? "Move the card to" : "Put a card at"} row ${row + 1}, column ${column + 1}`);
    node.onclick = () => {
      if (this.moving) return this.moveTo(row, column);
      this.after = true;
      this.tell({ kind: "add", row, column });
    };
    return this.place(node, row, column);
  }

  drawCard(card) {
    const node = make("button", { type: "button", className: "card" });
    node.dataset.card = card.id;
    node.classList.toggle("down", !card.up);
    node.classList.toggle("doubtful", card.review.length > 0);
    node.classList.toggle("turned", card.turned);
    node.classList.toggle("chosen", card.id === this.cardId);
    const face = make("span", { className: "face", ariaHidden: "true" });
    if (card.up || card.letter) {
      const banner = make("span", { className: "banner" }, make("b", { textContent: card.letter ?? "?" }));
      banner.append(make("i", { textContent: `${card.order ?? "?"}${card.of ? `/${card.of}` : ""}` }));
      face.append(banner);
    }
    if (card.up) {
      const spines = make("span", { className: "spines" });
      for (const code of card.books) spines.append(make("span", { className: `spine ${code}` }, icon(code)));
      if (!card.books) spines.append(make("span", { className: "spine none", textContent: "books?" }));
      face.append(spines);
    }
    if (card.review.length) face.append(make("span", { className: "mark", textContent: "?" }));
    else if (card.turned) face.append(make("span", { className: "mark", textContent: "↓" }));
    if (card.buried) face.append(make("span", { className: "buried", textContent: "+2" }));
    node.append(face);
    const books = [...card.books].map((code) => this.data.categories[code]).join(", ") || "books not known";
    node.setAttribute("aria-label", `${where(card)}: ` + [
      nameOf(card), card.up ? books : "", card.turned ? "turned down at the inspection" : "",
      card.review.length ? `doubtful: ${doubtsOf(card)}` : "",
    ].filter(Boolean).join(", "));
    node.setAttribute("aria-pressed", String(card.id === this.cardId));
    node.onclick = () => {
      if (this.moving && card.id !== this.cardId) return this.moveTo(card.row, card.column);
      this.choose(card.id);
    };
    return this.place(node, card.row, card.column);
  }

  moveTo(row, column) {
    this.moving = false;
    this.tell({ kind: "move", card: this.cardId, row, column });
    this.draw();
  }

  onArrow(event) {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    const from = event.target.dataset?.place?.split(",").map(Number);
    if (!step || !from) return;
    event.preventDefault();
    const nodes = [...this.$(".grid").children];
    let best = null;
    for (const node of nodes) {
      const [row, column] = node.dataset.place.split(",").map(Number);
      const along = (row - from[0]) * step[0] + (column - from[1]) * step[1];
      const aside = Math.abs((row - from[0]) * step[1]) + Math.abs((column - from[1]) * step[0]);
      const far = along + 4 * aside;
      if (along > 0 && (!best || far < best.far)) best = { node, far };
    }
    if (!best) return;
    for (const node of nodes) node.tabIndex = -1;
    best.node.tabIndex = 0;
    best.node.focus();
  }

  choose(cardId, back = false) {
    if (back && this.moving) { this.moving = false; return this.draw(); }
    const left = this.cardId;
    this.cardId = cardId;
    this.moving = false;
    this.draw();
    if (back && left !== null) this.$(`.grid [data-card="${left}"]`)?.focus();
    if (cardId === null) return;
    const phone = matchMedia("(max-width: 680px)").matches;
    this.$(phone ? ".grid .chosen" : ".card-sheet")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  next() {
    const doubtful = this.seat.cards.filter((card) => card.review.length && card.id !== this.cardId);
    this.choose(doubtful[0]?.id ?? null, !doubtful.length);
  }

  drawSheet() {
    const { seat, card } = this;
    this.$(".table").dataset.open = String(Boolean(card) && !this.moving); // a phone's shelf is under the sheet
    const crop = card && pictures.get(seat.photo)?.crops[card.read];
    this.sheet.draw(seat, card, crop, !this.waiting.length);
  }

  right() {
    this.tell({ kind: "confirm", card: this.cardId });
    this.next();
  }

  startMove() {
    this.moving = true;
    this.draw();
    this.$(`.grid [data-card="${this.cardId}"]`)?.focus();
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
