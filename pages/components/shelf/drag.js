// Dragging a card, by mouse at once and by finger after a moment, so that a swipe still scrolls.

const HOLD = 220; // ms that a finger rests before it lifts a card
const FAR = 7; // px

class Drag {
  constructor(table) {
    this.table = table;
    this.grid = table.board.node;
    this.bin = table.$(".bin");
    this.from = null;
    this.ghost = null;
    this.grid.addEventListener("pointerdown", (event) => this.onDown(event));
    this.grid.addEventListener("contextmenu", (event) => this.from && event.preventDefault());
    this.grid.addEventListener("dragstart", (event) => event.preventDefault());
    this.grid.addEventListener("touchmove", (event) => this.ghost && event.preventDefault(), { passive: false });
    this.grid.addEventListener("click", (event) => {
      if (!this.dropped) return;
      this.dropped = false; // the click that ends a drag by mouse chooses nothing
      event.preventDefault();
      event.stopPropagation();
    }, true);
    this.listeners = {
      pointermove: (event) => this.onMove(event),
      pointerup: (event) => this.onUp(event),
      pointercancel: () => this.end(),
      keydown: (event) => { if (event.key === "Escape") this.end(); },
    };
  }

  onDown(event) {
    this.dropped = false;
    const node = event.target.closest("[data-card]");
    if (!node || event.button !== 0 || this.table.moving) return;
    const card = this.table.seat.cards.find((one) => String(one.id) === node.dataset.card);
    if (!card || card.id < 0) return;
    this.from = { x: event.clientX, y: event.clientY, node, card, pointer: event.pointerId };
    for (const [name, listener] of Object.entries(this.listeners)) window.addEventListener(name, listener);
    if (event.pointerType === "touch") this.timer = setTimeout(() => this.lift(), HOLD);
    else this.from.atOnce = true;
  }

  onMove(event) {
    const { from } = this;
    if (!from || event.pointerId !== from.pointer) return;
    const far = Math.hypot(event.clientX - from.x, event.clientY - from.y) > FAR;
    if (!this.ghost) {
      if (!far) return;
      if (!from.atOnce) return this.end();
      this.lift();
    }
    this.ghost.style.transform = `translate(${event.clientX - from.x}px, ${event.clientY - from.y}px) rotate(3deg)`;
    const scroller = this.grid.parentElement;
    const box = scroller.getBoundingClientRect();
    if (event.clientX < box.left + 36) scroller.scrollLeft -= 12;
    if (event.clientX > box.right - 36) scroller.scrollLeft += 12;
    this.aim(event);
  }

  /** Takes the card up: its legal places light up, and a bin comes. */
  lift() {
    const { node, card } = this.from;
    const box = node.getBoundingClientRect();
    this.ghost = node.cloneNode(true);
    this.ghost.className += " ghost";
    this.ghost.removeAttribute("data-card");
    this.ghost.removeAttribute("data-place");
    Object.assign(this.ghost.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: `${box.height}px` });
    this.table.$(".table").append(this.ghost);
    node.classList.add("lifted");
    this.bin.hidden = false;
    this.legal = this.table.board.spaces(card);
    const shown = new Set();
    for (const space of this.grid.querySelectorAll(".space")) {
      const legal = this.legal.some((one) => one.join() === space.dataset.place);
      space.classList.toggle("lit", legal);
      space.classList.toggle("shut", !legal);
      shown.add(space.dataset.place);
    }
    for (const [row, column] of this.legal) {
      if (!shown.has(`${row},${column}`)) this.grid.append(this.table.board.space(row, column));
    }
    for (const space of this.grid.querySelectorAll(".space:not(.shut)")) space.classList.add("lit");
  }

  aim(event) {
    const under = this.table.root.elementFromPoint(event.clientX, event.clientY)?.closest("[data-place], .bin");
    const target = under && under !== this.from.node && !under.classList.contains("shut") ? under : null;
    if (target === this.target) return;
    this.target?.classList.remove("over");
    target?.classList.add("over");
    this.target = target;
  }

  onUp(event) {
    const { from, ghost } = this;
    if (!from || event.pointerId !== from.pointer) return;
    if (!ghost) return this.end();
    this.aim(event);
    const { target } = this;
    this.dropped = true;
    setTimeout(() => { this.dropped = false; }, 50);
    this.end();
    if (target === this.bin) this.table.remove(from.card);
    else if (target) this.table.moveCard(from.card, target.dataset.place.split(",").map(Number));
  }

  end() {
    clearTimeout(this.timer);
    for (const [name, listener] of Object.entries(this.listeners)) window.removeEventListener(name, listener);
    const lifted = Boolean(this.ghost);
    this.ghost?.remove();
    this.target?.classList.remove("over");
    this.from?.node.classList.remove("lifted");
    this.bin.hidden = true;
    Object.assign(this, { from: null, ghost: null, target: null });
    if (lifted) this.table.draw();
  }
}
