// A card close up: a tap on a card that answers nothing, or any card held for a moment; a tile that is held says what it does.

const HELD = 450; // milliseconds

class CloseUp {
  /** `game`: the node of the table; `explained(key)` gives the name of a card, what is said of it, and the word for closing;
   * `closed` is called whenever a sheet was closed.
   */
  constructor(game, explained, closed) {
    this.explained = explained;
    this.node = make("dialog", { className: "close-up" });
    this.node.addEventListener("close", closed);
    game.append(this.node);
    const card = (event) => event.target.closest("[data-key]");
    const holds = (event) => card(event) ?? event.target.closest("[data-holds]");
    game.addEventListener("click", (event) => { if (!event.target.closest(".lit")) this.open(card(event)); });
    game.addEventListener("contextmenu", (event) => { if (holds(event)) { event.preventDefault(); this.open(holds(event)); } });
    game.addEventListener("pointerdown", (event) => {
      const held = holds(event); // later the event no longer knows
      if (event.target.matches("dialog")) event.target.close(); // beside a sheet; not by a click, which may be the end of the hold
      else if (event.pointerType === "touch") this.timer = setTimeout(() => this.open(held), HELD);
    });
    for (const end of ["pointerup", "pointercancel"]) game.addEventListener(end, () => clearTimeout(this.timer));
  }

  open(card) {
    if (card && !this.node.open) this.show(this.explained(card.dataset.key ?? card.dataset.holds));
  }

  /** Shows a sheet; a `wide` one is to be read, not glanced at. `left` is called when it closes, whoever closes it. */
  show({ name, close: word, body, wide = false, left = null }) {
    this.node.classList.toggle("wide", wide);
    this.node.onclose = left;
    const close = make("button", { type: "button", className: "close", textContent: "✕", ariaLabel: word });
    close.onclick = () => this.node.close();
    this.node.ariaLabel = name;
    this.node.replaceChildren(make("header", {}, make("h2", { textContent: name }), close), ...body);
    if (!this.node.open) this.node.showModal();
    this.node.scrollTop = 0;
  }

  /** A question over the sheet, in the place of the button that opens it; the button has the focus again after. */
  asks(opener, question) {
    question.onkeydown = (event) => {
      if (event.key !== "Tab") return;
      event.preventDefault(); // from the last, the browser would leave the page
      const answers = [...question.querySelectorAll("button")];
      answers.at((answers.indexOf(event.target) + (event.shiftKey ? -1 : 1)) % answers.length).focus();
    };
    question.onclose = () => {
      question.remove();
      opener.hidden = false;
      opener.focus();
    };
    opener.hidden = true;
    opener.after(question);
    question.showModal();
  }

  /** Forgets what is held: it may be gone. */
  letsGo() {
    clearTimeout(this.timer);
  }

  close() {
    this.letsGo();
    this.node.querySelector("dialog[open]")?.close();
    this.node.close();
  }
}
