// Pieces of the table: cards, badges, assistants, and whatever can be tapped.
// STYLE, DECK ({"E2": [of, books, titles]}) and BADGES (a picture a category) come before this from Python.

function make(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name in node) node[name] = value;
    else node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

const badge = (code) => make("img", { className: "badge", src: BADGES[code], alt: "" });

/** The sentence with its {placeholders} filled in. */
const fill = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

/** The front of a card, or the back where nobody may know it; a card that lies face down and is known shows its name. */
function face(key, up = true) {
  const node = make("span", { className: up && key ? "face" : "face back" });
  node.setAttribute("aria-hidden", "true");
  if (!key) return node;
  const [of, books, titles] = DECK[key];
  node.append(make("span", { className: "banner" },
    make("b", { textContent: key[0] }), make("i", { textContent: `${key.slice(1)}/${of}` })));
  if (!up) return node;
  const spines = make("span", { className: "spines" });
  [...books].forEach((code, n) => {
    const title = make("span", { className: "spine-title", textContent: titles[n] ?? "" });
    spines.append(make("span", { className: `spine ${code}` }, badge(code), title));
  });
  node.append(spines);
  return node;
}

class Pieces {
  /** `kit` holds names and words; `options` are the open question's, `choose(option)` answers with one. */
  constructor(kit, scene, choose) {
    this.kit = kit;
    this.scene = scene;
    this.choose = choose;
    this.options = scene.choice?.options ?? [];
    this.used = new Set();
  }

  word(key, values = {}) {
    return fill(this.kit.words[key], values);
  }

  /** The first option that passes the test and is not on the table yet: it is now. */
  take(test) {
    const option = this.options.find((one) => !this.used.has(one) && test(one)) ?? null;
    if (option) this.used.add(option);
    return option;
  }

  /** Something on the table: a button where an option points at it, else a picture with a name. */
  piece(className, spoken, option, ...children) {
    const node = make(option ? "button" : "span", { className: `${className}${option ? " lit" : ""}` }, ...children);
    if (option) {
      node.type = "button";
      node.dataset.option = option.key;
      node.onclick = () => this.choose(option);
    } else {
      node.setAttribute("role", "img");
    }
    node.setAttribute("aria-label", option && !spoken.includes(option.label) ? `${option.label}: ${spoken}` : spoken);
    return node;
  }

  nameOf(key) {
    return fill(this.word("of"), { letter: key[0], order: key.slice(1), of: DECK[key][0] });
  }

  /** What a screen reader says of a card. */
  spoken(key, up = true, buried = false) {
    const parts = [key ? this.nameOf(key) : null];
    if (key && up) parts.push([...DECK[key][1]].map((code) => this.kit.categories[code]).join(", "));
    if (!up || !key) parts.push(this.word("face_down"));
    if (buried) parts.push(this.word("buried"));
    return parts.filter(Boolean).join(", ");
  }

  card(key, { up = true, buried = false, option = null, label = "" } = {}) {
    const chosen = option ?? (key ? this.take((one) => one.card === key) : null);
    const spoken = [label, this.spoken(key, up, buried)].filter(Boolean).join(": ");
    const node = this.piece("card", spoken, chosen, face(key, up));
    if (key && up) node.dataset.key = key;
    if (key) node.title = [spoken, ...(up ? DECK[key][2] : [])].join("\n");
    if (key && key === this.scene.choice?.card) node.classList.add("asked");
    if (buried) node.append(make("span", { className: "buried", textContent: "+2" }));
    return node;
  }

  /** An assistant as a disc in its player's colour, a star for a special one. */
  pawn(seat, power, option = null) {
    const { name } = this.scene.seats[seat];
    const spoken = `${name}: ${this.kit.assistants[power][0]}`;
    const disc = make("span", { className: `disc p${seat}`, textContent: [...name][0].toUpperCase() });
    disc.setAttribute("aria-hidden", "true");
    if (power !== "ordinary") disc.append(make("span", { className: "star", textContent: "★" }));
    const node = this.piece("pawn", spoken, option, disc);
    node.title = power === "ordinary" ? spoken : `${spoken}. ${this.kit.assistants[power][1]}`;
    return node;
  }

  /** A button for an option that points at nothing on the table. */
  button(option) {
    const quiet = ["done", "pass", "no", "back"].includes(option.key);
    const node = make("button", { type: "button", className: quiet ? "answer quiet" : "answer" });
    node.dataset.option = option.key;
    if (option.category) node.append(badge(option.category));
    const arrow = { up: "↑ ", down: "↓ ", left: "← ", right: "→ " }[option.key.split(":")[0]] ?? "";
    const text = make("span", {}, make("span", { className: "says", textContent: arrow + option.label }));
    if (option.power) text.append(make("small", { textContent: this.kit.assistants[option.power][1] }));
    node.append(text);
    node.onclick = () => this.choose(option);
    return node;
  }
}
