// A card close up, with the titles of its books: a tap on a card that answers nothing, or any card held for a moment.

const HELD = 450; // milliseconds

class CloseUp {
  /** `game`: the node of the table; `kit()` gives names and words. */
  constructor(game, kit) {
    this.kit = kit;
    this.node = make("dialog", { className: "close-up" });
    game.append(this.node);
    const card = (event) => event.target.closest("[data-key]");
    game.addEventListener("click", (event) => { if (!event.target.closest(".lit")) this.open(card(event)); });
    game.addEventListener("contextmenu", (event) => { if (card(event)) { event.preventDefault(); this.open(card(event)); } });
    game.addEventListener("pointerdown", (event) => {
      const held = card(event); // later the event no longer knows
      if (event.target === this.node) this.node.close(); // beside the sheet; not by a click, which may be the end of the hold
      else if (event.pointerType === "touch") this.timer = setTimeout(() => this.open(held), HELD);
    });
    for (const end of ["pointerup", "pointercancel"]) game.addEventListener(end, () => clearTimeout(this.timer));
  }

  open(card) {
    if (!card || this.node.open) return;
    const { key } = card.dataset;
    const [of, books, titles] = DECK[key];
    const { words, categories } = this.kit();
    const close = make("button", { type: "button", className: "close", textContent: "✕", ariaLabel: words.close });
    close.onclick = () => this.node.close();
    const lines = [...books].map((code, n) => make("li", { className: code }, badge(code),
      make("span", {}, make("b", { textContent: titles[n] ?? categories[code] }), make("small", { textContent: categories[code] }))));
    const name = fill(words.of, { letter: key[0], order: key.slice(1), of });
    this.node.ariaLabel = name;
    this.node.replaceChildren(make("header", {}, make("h2", { textContent: name }), close), make("ul", {}, ...lines));
    this.node.showModal();
  }

  close() {
    clearTimeout(this.timer);
    this.node.close();
  }
}
