// What does this tile do: a number or a part of a name is typed, or a tile is tapped; its text is there at once. Names
// are known in all languages, with and without their accents.

const make = (tag, props = {}, ...children) => {
  const node = Object.assign(document.createElement(tag), props);
  node.append(...children);
  return node;
};

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").replace(/’/g, "'").toLowerCase().trim();

class Tiles {
  constructor(root) {
    this.root = make("div", { className: "tiles" });
    this.field = make("input", { type: "text", id: "find", autocomplete: "off", enterKeyHint: "search", spellcheck: false });
    this.label = make("label", { htmlFor: "find" });
    this.all = make("button", { type: "button", className: "all" });
    this.none = make("p", { className: "none" });
    this.none.setAttribute("role", "status");
    this.found = make("div", { className: "found" });
    this.index = make("div", { className: "index" });
    this.order = make("p", { className: "order" });
    this.root.append(this.label, make("div", { className: "line" }, this.field, this.all), this.none, this.found, this.index, this.order);
    root.append(this.root);
    this.field.addEventListener("input", () => this.show());
    // Streamlit goes on drawing while keys it does not know are typed into a field of its page
    for (const kind of ["keydown", "keyup", "keypress"]) this.field.addEventListener(kind, (event) => event.key !== "Escape" && event.stopPropagation());
    this.all.onclick = () => { this.write(""); if (matchMedia("(pointer: fine)").matches) this.field.focus(); };
    if (matchMedia("(pointer: fine)").matches) requestAnimationFrame(() => this.field.focus());
  }

  update({ words, tiles }) {
    this.words = words;
    this.tiles = tiles;
    this.label.textContent = words.find;
    this.all.textContent = words.all;
    this.order.textContent = words.order;
    this.index.replaceChildren(...["location", "assistant"].flatMap((kind) => [
      make("h3", { textContent: words[`${kind}s`] }),
      make("ul", {}, ...tiles.filter((tile) => tile.kind === kind).map((tile) => {
        const button = make("button", { type: "button" }, ...(tile.number ? [make("b", { textContent: tile.number }), " "] : []), tile.name);
        button.onclick = () => this.open(String(tile.number ?? tile.name));
        return make("li", {}, button);
      })),
    ]));
    this.show();
  }

  write(text) {
    this.field.value = text;
    this.show();
  }

  /** Shows one tile. Its button goes, and what has the keyboard must be in the box: no key closes it else. */
  open(text) {
    this.write(text);
    this.root.scrollIntoView?.({ block: "start" });
    this.found.firstElementChild.focus({ preventScroll: true });
  }

  /** The tiles that what is typed names: a number names one, letters all with these in a name. */
  named() {
    const typed = plain(this.field.value);
    if (!typed) return [];
    if (/^\d+$/.test(typed)) return this.tiles.filter((tile) => tile.number === Number(typed));
    const here = this.tiles.filter((tile) => plain(tile.name).includes(typed));
    return here.length ? here : this.tiles.filter((tile) => tile.calls.some((name) => plain(name).includes(typed)));
  }

  show() {
    const typed = Boolean(this.field.value.trim());
    const found = this.named();
    this.found.replaceChildren(...found.map((tile) => make("article", { tabIndex: -1 },
      make("h3", {}, ...(tile.number ? [make("b", { textContent: tile.number }), " "] : []), tile.name),
      make("p", { className: "facts", textContent: tile.facts.join(" · ") }),
      make("p", { textContent: tile.does }),
      make("ul", {}, ...tile.cases.map((text) => make("li", { textContent: text }))),
      ...(tile.unprinted ? [make("p", { className: "facts", textContent: tile.unprinted })] : []))));
    this.none.textContent = typed && !found.length ? this.words.none : "";
    this.index.hidden = typed;
    this.all.hidden = !typed;
    this.order.hidden = !found.length;
  }
}

const boxes = new WeakMap();

export default function ({ data, parentElement }) {
  let box = boxes.get(parentElement);
  if (!box) {
    box = new Tiles(parentElement);
    boxes.set(parentElement, box);
  }
  box.update(JSON.parse(data.scene));
}
