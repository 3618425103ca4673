// The inspection form: each of its numbers is a button that says in a bubble how it comes about. The bubble lies over
// the form and on no number, so nothing moves and the next can be tapped. Two drawings come along, for wide and for narrow places.

const NARROW = 480; // px
const SIDE = 220; // px: the least that a bubble beside the numbers needs

class FormSheet {
  constructor(root) {
    this.node = document.createElement("div");
    this.node.className = "sheet";
    root.append(this.node);
    this.open = null;
    this.here = [0, "total"]; // the column and row that the keyboard is on
    new ResizeObserver(() => this.layOut()).observe(this.node);
    this.node.addEventListener("keydown", (event) => this.onKey(event));
    document.addEventListener("pointerdown", (event) => {
      if (this.open && !event.composedPath().includes(this.node)) this.close();
    });
  }

  update(data) {
    this.data = data;
    this.shown = null;
    this.layOut();
  }

  /** Draws the form that the place is wide enough for. */
  layOut() {
    const name = this.node.clientWidth < NARROW ? "narrow" : "wide";
    if (!this.data || !this.node.clientWidth || this.shown === name) return;
    const held = this.held();
    this.shown = name;
    const { html, width, height, areas } = this.data.sheets[name];
    const hint = document.createElement("p");
    hint.className = "hint";
    hint.textContent = this.data.words.hint;
    this.node.innerHTML = html;
    this.node.prepend(hint);
    const page = this.node.querySelector(".shelfmark-page");
    const numbers = document.createElement("div");
    numbers.setAttribute("role", "group");
    numbers.setAttribute("aria-label", this.data.words.numbers);
    this.buttons = areas.map(([x, y, w, h, column, row]) => {
      const button = document.createElement("button");
      const [title, value] = this.data.columns[column].rows[row];
      button.type = "button";
      button.dataset.at = `${column} ${row}`;
      button.ariaLabel = `${this.data.columns[column].name}, ${title}: ${value}`;
      button.ariaExpanded = "false";
      Object.assign(button.style, {
        left: `${(100 * x) / width}%`, top: `${(100 * y) / height}%`, width: `${(100 * w) / width}%`, height: `${(100 * h) / height}%`,
      });
      button.onclick = () => (this.open === button ? this.close() : this.tell(button));
      numbers.append(button);
      return button;
    });
    this.bubble = document.createElement("div");
    this.bubble.className = "bubble";
    this.bubble.id = "bubble";
    this.bubble.hidden = true;
    this.live = document.createElement("p");
    this.live.className = "live";
    this.live.setAttribute("role", "status");
    page.append(numbers, this.bubble);
    this.node.append(this.live);
    this.open = null;
    this.rove(this.at(...this.here) ?? this.buttons[0]);
    if (held) this.at(...this.here)?.focus({ preventScroll: true });
  }

  held() {
    return Boolean(this.buttons?.includes(this.node.getRootNode().activeElement));
  }

  at(column, row) {
    return this.buttons.find((button) => button.dataset.at === `${column} ${row}`);
  }

  /** One button alone takes the Tab key; from it the arrows go to the others. */
  rove(button) {
    for (const one of this.buttons) one.tabIndex = one === button ? 0 : -1;
    const [column, row] = button.dataset.at.split(" ");
    this.here = [Number(column), row];
  }

  tell(button) {
    this.close();
    this.rove(button);
    this.open = button;
    button.ariaExpanded = "true";
    button.setAttribute("aria-describedby", "bubble");
    const [column, row] = this.here;
    const [title, value, sentence] = this.data.columns[column].rows[row];
    const head = document.createElement("b");
    const colon = document.documentElement.lang === "fr" ? "\u00a0: " : ": ";
    head.textContent = `${this.data.columns[column].name} · ${title}${colon}${value}`;
    const text = document.createElement("span");
    text.textContent = sentence;
    const close = document.createElement("button");
    close.type = "button";
    close.className = "shut";
    close.textContent = "×";
    close.ariaLabel = this.data.words.close;
    close.onclick = () => { button.focus({ preventScroll: true }); this.close(); };
    this.bubble.replaceChildren(head, close, text);
    this.bubble.hidden = false;
    this.live.textContent = sentence;
    this.place(button);
  }

  /** The bubble over the names of the rows, where these are wide enough, else at the foot of the screen: on no
   *  number, so that the next one can be tapped. */
  place(button) {
    const page = this.bubble.parentElement;
    const room = Math.min(...this.buttons.map((one) => one.offsetLeft)) - 12;
    const side = room >= SIDE;
    this.bubble.classList.toggle("side", side);
    Object.assign(this.bubble.style, { width: side ? `${room}px` : "", top: "" });
    const height = this.bubble.offsetHeight;
    if (side) {
      const middle = button.offsetTop + button.offsetHeight / 2;
      const top = Math.min(Math.max(middle - height / 2, 6), page.clientHeight - height - 6);
      this.bubble.style.top = `${top}px`;
      this.bubble.style.setProperty("--tip", `${middle - top}px`);
      this.bubble.scrollIntoView?.({ block: "nearest" });
      return;
    }
    const hidden = button.getBoundingClientRect().bottom - this.bubble.getBoundingClientRect().top + 8;
    if (hidden > 0) document.querySelector("[data-testid=stMain]")?.scrollBy({ top: hidden });
  }

  close() {
    if (!this.open) return;
    this.open.ariaExpanded = "false";
    this.open.removeAttribute("aria-describedby");
    this.open = null;
    this.bubble.hidden = true;
    this.live.textContent = "";
  }

  onKey(event) {
    if (event.key === "Escape" && this.open) {
      this.open.focus({ preventScroll: true });
      this.close();
      return;
    }
    const step = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if (!step || !this.held()) return;
    event.preventDefault();
    const rows = [...new Set(this.buttons.map((button) => button.dataset.at.split(" ")[1]))];
    const [column, row] = this.here;
    const next = this.at(column + step[0], rows[rows.indexOf(row) + step[1]]);
    if (!next) return;
    const telling = this.open;
    this.rove(next);
    next.focus({ preventScroll: false });
    if (telling) this.tell(next);
  }
}

const sheets = new WeakMap();

export default function ({ data, parentElement }) {
  let sheet = sheets.get(parentElement);
  if (!sheet) {
    sheet = new FormSheet(parentElement);
    sheets.set(parentElement, sheet);
  }
  sheet.update(data);
}
