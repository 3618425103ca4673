// Pieces of a table of Ex Libris: cards, badges, assistants.
// BADGES (a picture a category) and BURIED come before this from Python; the kit has the deck ({"E2": [of, books, titles]}).

const badge = (code) => make("img", { className: "badge", src: BADGES[code], alt: "" });

/** The front of a card, or the back where nobody may know it; a card that lies face down and is known shows its name. */
function face(deck, key, up = true) {
  const node = make("span", { className: up && key ? "face" : "face back" });
  node.setAttribute("aria-hidden", "true");
  if (!key) return node;
  const [of, books, titles] = deck[key];
  node.append(make("span", { className: "banner" },
    seen("b", key[0]), seen("i", `${key.slice(1)}/${of}`)));
  if (!up) return node;
  const spines = make("span", { className: "spines" });
  [...books].forEach((code, n) => {
    spines.append(make("span", { className: `spine ${code}` }, badge(code), seen("span", titles[n] ?? "", "spine-title")));
  });
  node.append(spines);
  return node;
}

/** What lies on a table of Ex Libris. */
class BookPieces extends Pieces {
  nameOf(key) {
    return this.word("of", { letter: key[0], order: key.slice(1), of: this.kit.deck[key][0] });
  }

  /** What a screen reader says of a card. */
  spoken(key, up = true, buried = false) {
    const parts = [key ? this.nameOf(key) : null];
    if (key && up) parts.push([...this.kit.deck[key][1]].map((code) => this.kit.categories[code]).join(", "));
    if (!up || !key) parts.push(this.word("face_down"));
    if (buried) parts.push(this.word("buried"));
    return parts.filter(Boolean).join(", ");
  }

  card(key, { up = true, buried = false, option = null, label = "" } = {}) {
    const chosen = option ?? (key ? this.take((one) => one.card === key) : null);
    const spoken = [label, this.spoken(key, up, buried)].filter(Boolean).join(": ");
    const node = this.piece("card", spoken, chosen, face(this.kit.deck, key, up));
    if (key && up) node.dataset.key = key;
    if (key) node.title = [spoken, ...(up ? this.kit.deck[key][2] : [])].join("\n");
    if (key && key === this.scene.choice?.card) node.classList.add("asked");
    if (buried) node.append(seen("span", BURIED, "buried"));
    return node;
  }

  /** An assistant as a disc in its player's colour, a star for a special one. */
  pawn(seat, power, option = null) {
    const { name, hue } = this.scene.seats[seat];
    const spoken = `${name}: ${this.kit.assistants[power][0]}`;
    const disc = seen("span", [...name][0].toUpperCase(), `disc p${hue}`);
    disc.setAttribute("aria-hidden", "true");
    if (power !== "ordinary") disc.append(seen("span", "★", "star"));
    const node = this.piece("pawn", spoken, option, disc);
    node.title = power === "ordinary" ? spoken : `${spoken}. ${this.kit.assistants[power][1]}`;
    node.dataset.key = `assistant:${power}`;
    return node;
  }

  onButton(option) {
    const arrow = { up: "↑ ", down: "↓ ", left: "← ", right: "→ " }[option.key.split(":")[0]] ?? "";
    const text = make("span", {}, make("span", { className: "says", textContent: arrow + option.label }));
    if (option.power) text.append(make("small", { textContent: this.kit.assistants[option.power][1] }));
    return option.category ? [badge(option.category), text] : [text];
  }
}
