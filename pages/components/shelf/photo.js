// The photos of a shelf, one at a time, its cards outlined: a tap on one chooses it. A card that is chosen and not
// in the photo brings the one forward that shows it best.

class Photo {
  constructor(table) {
    this.table = table;
    this.$ = table.$;
    this.whole = false; // the photo shows the whole table, or only this shelf
    this.key = null; // which of the shelf's photos is shown
    this.cardId = null;
    this.$(".whole").onclick = () => { this.whole = !this.whole; this.draw(); };
    this.$(".next").onclick = () => {
      const { photos } = this.table.seat;
      this.key = photos[(photos.indexOf(this.key) + 1) % photos.length];
      this.draw();
    };
  }

  /** The card's corners in the photo that is shown, if it is there. */
  corners(card) {
    const look = card.looks.find(([key]) => key === this.key);
    const corners = look && this.table.data.photos[this.key]?.outlines[look[1]];
    return corners?.length ? corners : null;
  }

  draw() {
    const { seat, card, data } = this.table;
    const figure = this.$(".photo");
    const photos = seat.photos.filter((key) => data.photos[key]);
    if (card?.looks.length && card.id !== this.cardId && !this.corners(card)) this.key = card.looks[0][0];
    this.cardId = card?.id ?? null;
    if (!photos.includes(this.key)) this.key = photos[0];
    const photo = data.photos[this.key];
    figure.hidden = !photo;
    this.$(".desk").classList.toggle("no-photo", !photo);
    if (!photo) return;
    const svg = this.$(".photo svg");
    const there = seat.cards.filter((one) => this.corners(one));
    const view = new PhotoView(photo, there.map((one) => this.corners(one)));
    svg.setAttribute("viewBox", this.whole ? view.whole : view.around);
    svg.setAttribute("aria-label", say("photo_alt", { name: photo.name, player: seat.name }));
    const source = pictures.get(this.key)?.picture;
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
      for (const one of other.cards) this.outline(svg, view, other, one);
    }
    this.$(".photo figcaption span").textContent = say("photo_cards", { name: photo.name, n: there.length });
    this.$(".whole").textContent = this.whole ? say("this_shelf") : say("whole_photo");
    this.$(".next").hidden = photos.length < 2;
    this.$(".next").textContent = say("next_photo", { n: photos.indexOf(this.key) + 1, all: photos.length });
  }

  outline(svg, view, seat, card) {
    const corners = this.corners(card)?.map((point) => view.turned(point));
    if (!corners) return;
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
