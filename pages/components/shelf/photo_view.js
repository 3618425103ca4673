// How a photo is shown for one shelf: turned so that its cards stand upright, and cut to the shelf.

const FRAME = 1.5; // width to height of the photo's frame, as in the style sheet

class PhotoView {
  /** `outlines`: the corners of the shelf's cards in the photo, each from the card's own top left. */
  constructor(photo, outlines) {
    this.photo = photo;
    const across = outlines.reduce(([x, y], [from, to]) => [x + to[0] - from[0], y + to[1] - from[1]], [0, 0]);
    this.turns = (Math.round(Math.atan2(across[1], across[0]) / (Math.PI / 2)) + 4) % 4; // quarters, clockwise
    this.size = this.turns % 2 ? [photo.height, photo.width] : [photo.width, photo.height];
    this.points = outlines.flat().map((point) => this.turned(point));
  }

  /** A point of the photo where the turned photo has it. */
  turned([x, y]) {
    const { width, height } = this.photo;
    return [[x, y], [y, width - x], [width - x, height - y], [height - y, x]][this.turns];
  }

  get transform() {
    const { width, height } = this.photo;
    const matrix = [[1, 0, 0, 1, 0, 0], [0, -1, 1, 0, 0, width], [-1, 0, 0, -1, width, height], [0, 1, -1, 0, height, 0]];
    return `matrix(${matrix[this.turns].join(" ")})`;
  }

  /** All of the photo, as a viewBox. */
  get whole() {
    return `0 0 ${this.size.join(" ")}`;
  }

  /** The part with the shelf, in the frame's proportions and within the photo where it fits, as a viewBox. */
  get around() {
    if (!this.points.length) return this.whole;
    const low = [0, 1].map((axis) => Math.min(...this.points.map((point) => point[axis])));
    const high = [0, 1].map((axis) => Math.max(...this.points.map((point) => point[axis])));
    const width = 1.1 * Math.max(high[0] - low[0], FRAME * (high[1] - low[1]));
    const box = [width, width / FRAME];
    if (box.some((side, axis) => side >= this.size[axis])) return this.whole;
    const corner = box.map((side, axis) =>
      Math.min(Math.max((low[axis] + high[axis] - side) / 2, 0), this.size[axis] - side));
    return [...corner, ...box].map(Math.round).join(" ");
  }
}
