// Pieces of a table of any game: whatever can be tapped, and the sentences on it.

function make(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name in node) node[name] = value;
    else node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** Text that only eyes read: the name of what it stands on says it. */
const seen = (tag, text, className = "") => make(tag, { className, "data-says": text });

/** Points as text, with a printed minus. */
const withMinus = (points) => `${points}`.replace("-", "−");

/** The sentence with its {placeholders} filled in. */
const fill = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

/** The options by which one does nothing more. */
const QUIET = ["done", "pass", "no", "back", "skip"];

/** What lies on a table. A game adds its own pieces; an option that points at one lights it. */
class Pieces {
  /** `kit` holds names and words; `options` are the open question's, `choose(option)` answers with one. */
  constructor(kit, scene, choose) {
    this.kit = kit;
    this.scene = scene;
    this.choose = choose;
    this.options = [...(scene.choice?.options ?? []), ...(scene.choice?.ahead ?? [])];
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
    const live = option && !this.scene.verdict;
    const node = make(live ? "button" : "span", { className: `${className}${live ? " lit" : ""}` }, ...children);
    if (live) {
      node.type = "button";
      node.dataset.option = option.key;
      node.onclick = () => this.choose(option);
    } else {
      node.setAttribute("role", "img");
    }
    const named = option && !spoken.includes(option.label) ? `${option.label}: ${spoken}` : spoken;
    node.setAttribute("aria-label", [named, ...this.changed(node, option)].join("; "));
    return node;
  }

  /** Puts marks on what an option would change and which hint it is, and says them. */
  changed(node, option) {
    const rank = (this.scene.hints ?? []).findIndex((hint) => hint.option === option?.key);
    if (rank >= 0) {
      node.classList.add("hinted");
      node.append(hintMark(rank));
    }
    const hint = rank < 0 ? [] : [fill(this.kit.aids.hint_rank, { number: rank + 1 })];
    if (!option?.change) return hint;
    node.append(changeMark(option.change));
    return [...hint, changeIn(this.kit.aids, option.change)];
  }

  /** A button for an option that points at nothing on the table. */
  button(option) {
    const node = make("button", { type: "button", className: QUIET.includes(option.key) ? "answer quiet" : "answer" });
    node.dataset.option = option.key;
    node.append(...this.onButton(option));
    node.title = this.changed(node, option).join("; ");
    node.onclick = () => this.choose(option);
    return node;
  }

  /** What a button shows; a game may add pictures. */
  onButton(option) {
    return [make("span", { className: "says", textContent: option.label })];
  }
}
