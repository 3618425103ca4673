// The keyboard on the shelf: arrows go around, cards are typed as in the notation, # turns, + buries, Delete removes.

/** A key that the browser or the system means; a sign of ours may need Option, or AltGr, which is Ctrl with Alt. */
function meantElsewhere({ key, ctrlKey, metaKey, altKey }) {
  return metaKey || (altKey ? !/^[:#+]$/.test(key) : ctrlKey);
}

class Typing {
  constructor(table) {
    this.table = table;
    this.text = "";
    this.place = null;
    table.board.node.addEventListener("keydown", (event) => this.onKey(event));
  }

  textAt(place) {
    return same(place, this.place) ? this.text : "";
  }

  onKey(event) {
    const here = event.target.closest?.("[data-place]")?.dataset.place.split(",").map(Number);
    if (!here) return;
    const { table } = this;
    const step = STEPS[event.key];
    const handled = () => { event.preventDefault(); event.stopPropagation(); };
    if (step && (event.ctrlKey || event.metaKey)) { handled(); return table.shove(here, step); }
    if (meantElsewhere(event)) return;
    if (step) {
      handled();
      if (this.text && !this.put()) return;
      const next = table.board.beside(here, step);
      if (next) table.board.focus(next);
      return;
    }
    if (table.moving) return;
    if (event.key === "Escape" && this.text) { handled(); return this.set(here, ""); }
    if ((event.key === "Enter" || event.key === " ") && this.text) { handled(); this.put(); return; }
    if (event.key === "Backspace" && this.text) { handled(); return this.set(here, this.text.slice(0, -1)); }
    const card = table.cardAt(here);
    if (event.key === "Delete" || event.key === "Backspace") {
      if (card) { handled(); table.remove(card); }
      return;
    }
    if (!this.text && card && (event.key === "#" || event.key === "+")) {
      handled();
      return table.change(card, event.key === "#" ? { face_up: !card.up } : { buried: !card.buried });
    }
    if (!/^[a-zA-Z0-9:#+]$/.test(event.key)) return;
    handled();
    this.add(here, event.key.toUpperCase());
  }

  /** Takes one more sign; a letter after a whole card begins the next one. */
  add(here, sign) {
    if (/^#?[A-Z][0-9]+$/.test(this.text) && /[A-Z]/.test(sign)) {
      const next = this.put();
      if (next && !this.table.cardAt(next)) this.set(next, sign);
      return;
    }
    if (this.text || /[A-Z#]/.test(sign)) this.set(here, this.text + sign);
  }

  set(place, text) {
    Object.assign(this, { place: text ? place : null, text });
    this.table.draw();
  }

  /** Puts down what was typed, and goes on to the next place; null: it is no card. */
  put() {
    const { table, text, place } = this;
    if (!text) return place;
    const fields = fieldsOf(text, table.data.keys);
    if (!fields) {
      table.note(say("no_token", { text }));
      return null;
    }
    Object.assign(this, { text: "", place: null });
    const card = table.cardAt(place);
    if (card) table.change(card, fields);
    const at = card ? place : table.lay(place, fields);
    table.note(say("card_put", { card: text, place: where({ row: at[0], column: at[1] }) }));
    const next = table.after(at);
    if (table.place) table.place = next;
    table.draw();
    table.board.focus(next);
    return next;
  }
}
