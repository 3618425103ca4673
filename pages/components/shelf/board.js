// The shelf: its cards, and every place where a card may go (K1, K2).

/** How much of the screen the places around a shelf take. */
const EDGE = "2.75rem";
/** Grid lines count from 1, and the places around the shelf lie before its first card. */
const FIRST_LINE = 2;
/** How much further a place to the side is than one straight ahead. */
const ASIDE = 4;
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

class Board {
  constructor(node, table) {
    this.node = node;
    this.table = table;
  }

  get held() {
    return this.table.root.activeElement?.dataset?.place;
  }

  at([row, column]) {
    return this.node.querySelector(`[data-place="${row},${column}"]`);
  }

  focus(place) {
    const node = this.at(place);
    if (!node) return false;
    for (const one of this.node.children) one.tabIndex = one === node ? 0 : -1;
    node.focus({ preventScroll: true });
    node.scrollIntoView({ block: "nearest", inline: "nearest" });
    return true;
  }

  /** Where a card may go; `card` is the one that is being moved, its own place does not hold it up. */
  spaces(card = null) {
    const { seat } = this.table;
    const [less, more] = (card && seat.moves[card.id]) ?? [[], []];
    return [...seat.spaces.filter((space) => !less.some((one) => same(one, space))), ...more];
  }

  draw() {
    const { seat, table } = { seat: this.table.seat, table: this.table };
    const { held } = this;
    const rows = Math.max(1, ...seat.cards.map((card) => card.row + 1));
    const columns = Math.max(1, ...seat.cards.map((card) => card.column + 1));
    const spaces = this.spaces(table.moving ? table.card : null);
    const edge = (test) => (spaces.some(test) ? EDGE : "0");
    const inner = seat.cards.length ? "minmax(var(--card), var(--widest))" : "var(--widest)";
    this.node.style.gridTemplateColumns = `${edge(([, c]) => c < 0)} repeat(${columns}, ${inner}) ${edge(([, c]) => c >= columns)}`;
    this.node.style.gridTemplateRows = `${edge(([r]) => r < 0)} repeat(${rows}, auto) ${edge(([r]) => r >= rows)}`;
    this.node.setAttribute("aria-label", say("shelf_of", { name: seat.name, rows, columns }));
    const nodes = [];
    for (let row = -1; row <= rows; row += 1) {
      for (let column = -1; column <= columns; column += 1) {
        const card = seat.cards.find((one) => one.row === row && one.column === column);
        if (card) nodes.push(this.card(card));
        else if (spaces.some((space) => same(space, [row, column]))) nodes.push(this.space(row, column));
      }
    }
    this.node.classList.toggle("moving", table.moving);
    this.node.classList.toggle("pile", seat.pile);
    this.node.replaceChildren(...nodes);
    const chosen = (node) => node.dataset.card === String(table.cardId) || (table.place && node.dataset.place === table.place.join());
    const first = nodes.find((node) => node.dataset.place === held)
      ?? nodes.find(chosen) ?? nodes.find((node) => node.dataset.card) ?? nodes[0];
    for (const node of nodes) node.tabIndex = node === first ? 0 : -1;
    if (held && first) first.focus({ preventScroll: true });
  }

  put(node, row, column) {
    node.style.gridRow = row + FIRST_LINE;
    node.style.gridColumn = column + FIRST_LINE;
    node.dataset.place = `${row},${column}`;
    const typed = this.table.typing?.textAt([row, column]);
    if (typed) node.append(make("span", { className: "typed", textContent: typed }));
    return node;
  }

  space(row, column) {
    const { table } = this;
    const node = make("button", { type: "button", className: "space" }, make("span", { textContent: "+" }));
    node.setAttribute("aria-label", say(table.moving ? "move_to" : "put_at", { place: where({ row, column }) }));
    node.classList.toggle("chosen", same(table.place, [row, column]));
    node.onclick = () => (table.moving ? table.moveTo(row, column) : table.open([row, column]));
    return this.put(node, row, column);
  }

  card(card) {
    const { table } = this;
    const node = make("button", { type: "button", className: "card" });
    node.dataset.card = card.id;
    node.classList.toggle("down", !card.up);
    node.classList.toggle("doubtful", card.review.length > 0);
    node.classList.toggle("turned", card.turned);
    node.classList.toggle("twice", card.others.length > 0);
    node.classList.toggle("chosen", card.id === table.cardId);
    const face = make("span", { className: "face", ariaHidden: "true" });
    if (card.up || card.letter) {
      const banner = make("span", { className: "banner" }, make("b", { "data-text": card.letter ?? "?" }));
      banner.append(make("i", { "data-text": `${card.order ?? "?"}${card.of ? `/${card.of}` : ""}` }));
      face.append(banner);
    }
    if (card.up) {
      const spines = make("span", { className: "spines" });
      for (const code of card.books) spines.append(make("span", { className: `spine ${code}` }, icon(code)));
      if (!card.books) spines.append(make("span", { className: "spine none", "data-text": say("no_books") }));
      face.append(spines);
    }
    if (card.others.length) face.append(make("span", { className: "mark", "data-text": `${card.others.length + 1}×` }));
    else if (card.review.length) face.append(make("span", { className: "mark", "data-text": "?" }));
    else if (card.turned) face.append(make("span", { className: "mark", "data-text": "↓" }));
    if (card.buried) face.append(make("span", { className: "buried", "data-text": BURIED }));
    node.append(face);
    const books = [...card.books].map((code) => table.data.categories[code]).join(", ") || say("books_unknown");
    node.setAttribute("aria-label", `${where(card)}: ` + [
      nameOf(card), card.up ? books : card.letter ? say("face_down") : "", card.buried ? say("buries") : "", card.turned ? say("turned") : "",
      card.review.length ? say("check_fields", { what: doubtsOf(card) }) : "",
      card.others.length ? say("twice") : "",
    ].filter(Boolean).join(", "));
    node.setAttribute("aria-pressed", String(card.id === table.cardId));
    node.onclick = () => {
      if (table.moving && card.id !== table.cardId) return table.moveTo(card.row, card.column);
      table.choose(card.id);
    };
    return this.put(node, card.row, card.column);
  }

  /** The nearest card or space in the arrow's direction. */
  beside([fromRow, fromColumn], step) {
    let best = null;
    for (const node of this.node.children) {
      const [row, column] = node.dataset.place.split(",").map(Number);
      const along = (row - fromRow) * step[0] + (column - fromColumn) * step[1];
      const aside = Math.abs((row - fromRow) * step[1]) + Math.abs((column - fromColumn) * step[0]);
      const far = along + ASIDE * aside;
      if (along > 0 && (!best || far < best.far)) best = { place: [row, column], far };
    }
    return best?.place ?? null;
  }
}
