// What the parts of the shelf table share. BADGES, a picture a category, comes before this from Python.

const SVG = "http://www.w3.org/2000/svg";

function make(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name in node) node[name] = value;
    else node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

const icon = (code) => make("img", { className: "badge", src: BADGES[code], alt: "" });

const FIELD_NAMES = { face_up: "face up or down", letter: "letter", order: "number", of: "count", categories: "books" };
const doubtsOf = (card) => card.review.map((name) => FIELD_NAMES[name] ?? name).join(", ");
const nameOf = (card) =>
  card.letter ? `${card.letter} ${card.order ?? "?"}${card.of ? ` of ${card.of}` : ""}` : card.up ? "a card not read" : "face down";
const where = ({ row, column }) => `Row ${row + 1}, column ${column + 1}`;
