// What the page says of its talk with the server, at the foot of the screen: files on their way, what was lost, and, over
// all of it, that the page is cut off.

const make = (tag, props = {}, ...children) => {
  const node = Object.assign(document.createElement(tag), props);
  node.append(...children);
  return node;
};

class Bar {
  constructor(root, wire) {
    this.wire = wire;
    this.sentence = make("p");
    this.share = make("progress", { max: 100 });
    this.cancel = make("button", { type: "button", onclick: () => wire.uploads.cancel() });
    this.coming = make("div", { className: "coming", hidden: true }, this.sentence, this.share, this.cancel);
    this.what = make("p");
    this.what.setAttribute("role", "alert");
    this.close = make("button", { type: "button", onclick: () => wire.forgive() });
    this.lost = make("div", { className: "lost", hidden: true }, this.what, this.close);
    this.sentence.setAttribute("role", "status");
    this.gone = make("p");
    this.gone.setAttribute("role", "alert");
    this.cut = make("dialog", { className: "cut", oncancel: (event) => event.preventDefault() }, this.gone);
    this.cut.setAttribute("closedby", "none");
    root.append(make("div", { className: "wire" }, this.lost, this.coming), this.cut);
    wire.addEventListener("change", () => this.draw());
  }

  /** In the language of the page, which it says itself: the component knows the words of all. */
  get say() {
    return this.words[document.querySelector(".page-language")?.lang] ?? this.words.en;
  }

  draw() {
    const { uploads, holds, cut } = this.wire;
    const { names, share } = uploads.underWay;
    const fill = (key, values) => this.say[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
    this.coming.hidden = !names.length;
    const coming = names.length > 1 ? fill("coming_many", { n: names.length, share }) : fill("coming", { name: names[0], share });
    this.sentence.textContent = holds ? `${coming} ${this.say.coming_first}` : coming;
    this.share.value = share;
    this.share.ariaLabel = coming;
    this.cancel.textContent = this.say.coming_cancel;
    const lost = [...uploads.lost.map((name) => fill("lost_file", { name })), ...(this.wire.lost ? [this.say.lost_tap] : [])];
    this.lost.hidden = !lost.length;
    this.what.textContent = lost.join(" ");
    this.close.textContent = this.say.lost_close;
    if (cut === this.cut.open || !this.cut.isConnected) return;
    document.documentElement.toggleAttribute("data-cut", cut);
    if (cut) this.cover();
    else this.uncover();
  }

  /** Lets nobody tap while no tap arrives. */
  cover() {
    let field = document.activeElement;
    while (field?.shadowRoot?.activeElement) field = field.shadowRoot.activeElement;
    this.typed = field?.matches("input, textarea") ? [field, field.value] : null;
    this.gone.textContent = this.say.cut;
    this.cut.showModal();
  }

  /** Who was typing goes on where they were. */
  uncover() {
    this.cut.close();
    const [field, value] = this.typed ?? [];
    if (!field?.isConnected || field.value === value || field.type === "file") return;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value").set.call(field, value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.focus();
  }
}
