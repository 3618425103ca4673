// The six category cards: whose turn it is, and who has which. The whole assignment lives here and goes to Python as
// one thing after each tap: of two taps that arrive together, the second says what the first did too.

const make = (tag, props = {}, ...children) => {
  const node = Object.assign(document.createElement(tag), props);
  node.append(...children);
  return node;
};

class CategoryCards {
  constructor(root) {
    this.root = root;
    this.client = crypto.randomUUID?.() ?? String(Math.random());
    this.sent = 0;
    this.asked = null; // whose turn it is, where somebody tapped on them
    this.lies = {}; // place to category, null where none lies
    this.whose = make("div", { className: "whose" });
    this.whose.setAttribute("role", "radiogroup");
    this.whose.addEventListener("keydown", (event) => this.onKey(event));
    this.title = make("p", { className: "title", id: "whose-title" });
    this.whose.setAttribute("aria-labelledby", "whose-title");
    this.six = make("div", { className: "six" });
    root.append(this.title, this.whose, this.six);
  }

  update(data) {
    const mine = data.client === this.client;
    const late = this.data?.table === data.table && this.sent > (mine ? data.done : 0); // taps are on their way
    this.data = data;
    const theirs = Object.entries(data.lies);
    this.lies = Object.fromEntries(late ? theirs.map(([key, code]) => [key, key in this.lies ? this.lies[key] : code]) : theirs);
    if (!late) this.before = { n: mine ? data.done : 0, lies: data.lies };
    if (!(this.asked in this.lies)) this.asked = null;
    this.draw();
  }

  /** Whose turn it is: who was tapped, else the first without a card, null where all have theirs. */
  get turn() {
    return this.asked ?? this.data.places.find(({ key }) => !this.lies[key])?.key ?? null;
  }

  /** Gives the tapped card to whose turn it is, or takes it back; where all have theirs, it is its holder's turn. */
  tap(code) {
    const { turn } = this;
    this.asked = null;
    if (turn) {
      this.lay(turn, this.lies[turn] === code ? null : code);
      this.sent += 1;
      this.send({ client: this.client, n: this.sent, table: this.data.table, before: this.before, lies: { ...this.lies } });
    } else {
      this.asked = Object.keys(this.lies).find((key) => this.lies[key] === code) ?? null;
    }
    this.draw();
  }

  /** Lays a card in a place; what lay there goes where the card came from, for each exists once (RULES 3). */
  lay(place, code) {
    const from = code && Object.keys(this.lies).find((key) => this.lies[key] === code);
    if (from) this.lies[from] = this.lies[place];
    this.lies[place] = code;
    const empty = Object.keys(this.lies).filter((key) => !this.lies[key]);
    const free = this.data.six.filter((each) => !Object.values(this.lies).includes(each.code));
    if (code && empty.length === 1 && free.length === 1) this.lies[empty[0]] = free[0].code;
  }

  ask(key) {
    this.asked = key;
    this.draw();
  }

  draw() {
    const { data, turn } = this;
    const held = this.root.activeElement?.dataset.at;
    this.title.textContent = data.title;
    const names = Object.fromEntries(data.places.map(({ key, name }) => [key, name]));
    this.whose.replaceChildren(...data.places.map(({ key, name }, at) => {
      const button = make("button", { type: "button", textContent: name, onclick: () => this.ask(key) });
      button.setAttribute("role", "radio");
      button.setAttribute("aria-checked", String(key === turn));
      button.tabIndex = key === turn || (!turn && !at) ? 0 : -1;
      button.dataset.at = key;
      return button;
    }));
    this.six.replaceChildren(...data.six.map(({ code, name }) => {
      const holder = names[Object.keys(this.lies).find((key) => this.lies[key] === code)];
      const words = make("span", { className: "words" }, name, ...(holder ? [make("small", { textContent: holder })] : []));
      const button = make("button", { type: "button", onclick: () => this.tap(code) }, make("span", { className: `badge-of ${code}` }), words);
      button.dataset.at = code;
      button.dataset.holder = holder ?? "";
      return button;
    }));
    if (held) this.root.querySelector(`[data-at="${held}"]`)?.focus({ preventScroll: true });
  }

  onKey(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const buttons = [...this.whose.children];
    const at = buttons.indexOf(this.root.activeElement);
    if (!step || at < 0) return;
    event.preventDefault();
    const next = buttons[(at + step + buttons.length) % buttons.length].dataset.at;
    this.ask(next);
    this.whose.querySelector(`[data-at="${next}"]`)?.focus();
  }
}

const all = new WeakMap();

export default function ({ data, parentElement, setStateValue }) {
  if (!all.has(parentElement)) all.set(parentElement, new CategoryCards(parentElement));
  const cards = all.get(parentElement);
  cards.send = (laid) => setStateValue("laid", laid);
  cards.update(JSON.parse(data.scene));
}
