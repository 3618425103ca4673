// The photo of a shelf, its cards outlined: a tap on one chooses it.

class Photo {
  constructor(table) {
    this.table = table;
    this.$ = table.$;
    this.whole = false; // the photo shows the whole table, or only this shelf
    this.$(".zoom").onclick = () => { this.whole = !this.whole; this.draw(); };
  }

  draw() {
    const { seat, data } = this.table;
    const figure = this.$(".photo");
    const photo = data.photos[seat.photo];
    figure.hidden = !photo;
    this.$(".desk").classList.toggle("no-photo", !photo);
    if (!photo) return;
    const svg = this.$(".photo svg");
    const view = new PhotoView(photo, seat.cards.map((card) => photo.outlines[card.read]).filter((corners) => corners?.length));
    svg.setAttribute("viewBox", this.whole ? view.whole : view.around);
    svg.setAttribute("aria-label", say("photo_alt", { name: photo.name, player: seat.name }));
    const source = pictures.get(seat.photo)?.picture;
    if (!this.image) {
      this.image = document.createElementNS(SVG, "image");
      this.image.setAttribute("preserveAspectRatio", "none");
    }
    if (source && this.image.getAttribute("href") !== source) {
      this.image.setAttribute("href", source);
      this.image.setAttribute("width", photo.width);
      this.image.setAttribute("height", photo.height);
    }
    this.image.setAttribute("transform", view.transform);
    svg.replaceChildren(this.image);
    for (const other of data.seats) {
      if (other.photo !== seat.photo) continue;
      for (const card of other.cards) this.outline(svg, view, other, card);
    }
    const doubts = seat.cards.filter((card) => card.review.length).length;
    this.$(".photo figcaption span").textContent = [
      say("photo_cards", { name: photo.name, n: seat.cards.length }), ...(doubts ? [say("photo_doubts", { n: doubts })] : []),
    ].join("; ");
    this.$(".zoom").textContent = this.whole ? say("this_shelf") : say("whole_photo");
  }

  outline(svg, view, seat, card) {
    if (!view.photo.outlines[card.read]?.length) return;
    const corners = view.photo.outlines[card.read].map((point) => view.turned(point));
    const group = document.createElementNS(SVG, "g");
    const mine = seat.id === this.table.seat.id;
    group.setAttribute("class", [
      mine ? "mine" : "other", card.review.length ? "doubtful" : "", card.up ? "up" : "down",
      mine && card.id === this.table.cardId ? "chosen" : "",
    ].join(" "));
    const shape = document.createElementNS(SVG, "polygon");
    shape.setAttribute("points", corners.map((p) => p.join(",")).join(" "));
    group.append(shape);
    const [cx, cy] = [0, 1].map((axis) => corners.reduce((sum, p) => sum + p[axis], 0) / 4);
    const width = Math.hypot(corners[1][0] - corners[0][0], corners[1][1] - corners[0][1]);
    const text = document.createElementNS(SVG, "text");
    text.setAttribute("x", cx);
    text.setAttribute("y", cy);
    text.setAttribute("font-size", width * 0.26);
    text.setAttribute("stroke-width", width * 0.045);
    text.textContent = card.review.length ? `${label(card).replace("?", "")}?` : label(card);
    group.append(text);
    group.onclick = () => {
      if (!mine) this.table.sit(seat.id);
      this.table.choose(card.id);
    };
    svg.append(group);
  }
}
