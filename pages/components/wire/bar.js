// What the page says of its talk with the server, at the foot of the screen: files on their way, and files that were lost.

const make = (tag, props = {}, ...children) => {
  const node = Object.assign(document.createElement(tag), props);
  node.append(...children);
  return node;
};

class Bar {
  constructor(root, wire) {
    this.wire = wire;
    this.said = make("p");
    this.share = make("progress", { max: 100 });
    this.cancel = make("button", { type: "button", onclick: () => wire.uploads.cancel() });
    this.coming = make("div", { className: "coming", hidden: true }, this.said, this.share, this.cancel);
    this.what = make("p");
    this.what.setAttribute("role", "alert");
    this.close = make("button", { type: "button", onclick: () => { wire.uploads.lost = []; wire.tell(); } });
    this.lost = make("div", { className: "lost", hidden: true }, this.what, this.close);
    this.said.setAttribute("role", "status");
    root.append(make("div", { className: "wire" }, this.lost, this.coming));
    wire.addEventListener("change", () => this.draw());
  }

  /** In the language of the page, which it says itself: the component knows the words of all. */
  get say() {
    return this.words[document.querySelector(".page-language")?.lang] ?? this.words.en;
  }

  draw() {
    const { uploads, holds } = this.wire;
    const { names, share } = uploads.told;
    const fill = (key, values) => this.say[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
    this.coming.hidden = !names.length;
    const coming = names.length > 1 ? fill("coming_many", { n: names.length, share }) : fill("coming", { name: names[0], share });
    this.said.textContent = holds ? `${coming} ${this.say.coming_first}` : coming;
    this.share.value = share;
    this.share.ariaLabel = coming;
    this.cancel.textContent = this.say.coming_cancel;
    this.lost.hidden = !uploads.lost.length;
    this.what.textContent = uploads.lost.map((name) => fill("lost_file", { name })).join(" ");
    this.close.textContent = this.say.lost_close;
  }
}
