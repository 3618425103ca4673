// Pieces of Fort's table: symbols, kids, resources.
// SYMBOLS (a picture a symbol) comes before this from Python.

const symbol = (name, label = "") => make("img", { className: "symbol", src: SYMBOLS[name], alt: label, title: label });

/** An entry of a list: a symbol, and what is said of it. */
const symbolRow = (name, text) => make("li", {}, symbol(name), make("span", { textContent: text }));

/** An action in its symbols, numbers and marks. */
function notation(parts) {
  const node = make("span", { className: "notation" });
  node.setAttribute("aria-hidden", "true");
  node.append(...parts.map(([text, isSymbol]) => (isSymbol ? symbol(text) : seen("i", text))));
  return node;
}

/** What lies on a table of Fort. */
class KidPieces extends Pieces {
  suits(key) {
    return this.kit.cards[key].suits.map((suit) => this.kit.suits[suit]).join(", ");
  }

  /** What a screen reader says of a card. */
  spoken(key) {
    const { name, best } = this.kit.cards[key];
    const actions = ["public", "private"].filter((side) => this.kit.cards[key][side])
      .map((side) => `${this.word(side)}: ${this.kit.cards[key][side][1]}`);
    return [`${name} (${this.suits(key)})`, best ? this.word("best") : null, ...actions].filter(Boolean)
      .map((one) => `${one.replace(/\.$/, "")}.`).join(" ");
  }

  /** A kid where it lies: lit where one option points at it from one of these `zones`. */
  card(key, zones = []) {
    const found = this.options.filter((one) => one.card === key && zones.includes(one.zone));
    const option = found.length === 1 ? found[0] : null;
    if (option) this.used.add(option);
    const node = this.piece("card", this.spoken(key), option, this.face(key));
    node.dataset.key = key;
    node.title = this.spoken(key).replaceAll(". ", ".\n");
    if (found.length > 1) node.classList.add("several");
    if (key === this.scene.choice?.card) node.classList.add("asked");
    return node;
  }

  cards(keys, zones = []) {
    return keys.map((key) => this.card(key, zones));
  }

  face(key) {
    const { name, suits, best } = this.kit.cards[key];
    const head = make("span", { className: "top" }, ...suits.map((suit) => symbol(suit)),
      make("b", { textContent: name }), best ? seen("em", "★") : null);
    const node = make("span", { className: `face s-${suits[0]}` }, head,
      ...["public", "private"].map((side) => this.action(key, side)));
    node.setAttribute("aria-hidden", "true");
    return node;
  }

  action(key, side) {
    const action = this.kit.cards[key][side];
    const node = make("span", { className: `act ${side}` });
    if (action) node.append(notation(action[0]), seen("small", action[1]));
    return node;
  }

  /** Only the suits of a card, as it lies in the lookout. */
  slip(key, zones = []) {
    const node = this.card(key, zones);
    node.classList.add("slip");
    node.firstChild.replaceChildren(...this.kit.cards[key].suits.map((suit) => symbol(suit)));
    return node;
  }

  /** Places for resources: so many pizzas, so many toys, the rest of `most` empty. */
  store(pizza, toys, most) {
    const empty = Math.max(0, most - pizza - toys);
    return make("span", { className: "store" },
      ...Array.from({ length: pizza }, () => symbol("pizza")), ...Array.from({ length: toys }, () => symbol("toy")),
      ...Array.from({ length: empty }, () => make("span", { className: "slot" })));
  }

  disc(seat) {
    const { name, hue } = this.scene.seats[seat];
    const node = make("span", { className: `disc p${hue}`, textContent: [...name][0].toUpperCase() });
    node.setAttribute("aria-hidden", "true");
    return node;
  }

  onButton(option) {
    const says = make("span", { className: "says", textContent: option.label });
    const pictures = [option.suit, option.resource].filter((name) => name in SYMBOLS).map((name) => symbol(name));
    const more = this.explained(option).map((text) => make("small", { textContent: text }));
    return [...pictures, make("span", {}, says, ...more)];
  }

  /** What an option does, where its label does not say it. */
  explained(option) {
    const { choice } = this.scene;
    if (option.rule) return [this.kit.rules[option.rule][1]];
    if (option.perk) return [this.kit.perks[option.perk][1]];
    if (choice.kind !== "actions" || !choice.card) return [];
    return option.key.split("_").map((side) => this.kit.cards[choice.card][side]?.[1]).filter(Boolean);
  }
}
