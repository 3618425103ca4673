// What the parts of the shelf table share: a way to make elements, and one drawing a category on a field of 24 by 24.

const SVG = "http://www.w3.org/2000/svg";
const ICONS = {
  C: "M12 3a7.5 7.5 0 0 0-7.5 7.5c0 2.6 1.2 4.6 3 5.8V20h9v-3.7c1.8-1.2 3-3.2 3-5.8A7.5 7.5 0 0 0 12 3zM9 13a2 2 0 1 1 0-4 2 2 0 0 1 0 4zm6 0a2 2 0 1 1 0-4 2 2 0 0 1 0 4z",
  F: "M4 21V9l2 1V8l2 1 4-7 4 7 2-1v2l2-1v12h-6v-5a2 2 0 0 0-4 0v5z",
  H: "M6 2h12v3l-4.5 7 4.5 7v3H6v-3l4.5-7L6 5zM8.5 5l3.5 5 3.5-5z",
  M: "M4 3l4 4.5h8L20 3l.5 9c0 5-4 9-8.5 9s-8.5-4-8.5-9zM7 11l1.5 3 3-1zm10 0l-4.5 2 3 1zM9 17h6l-1.5 1.5h-3z",
  R: "M10 2a8 8 0 1 0 4.9 14.3l4.9 4.9 1.9-1.9-4.9-4.9A8 8 0 0 0 10 2zm0 3a5 5 0 1 1 0 10 5 5 0 0 1 0-10z",
  S: "M9 2h6v2h-1v4.5l5.5 9.5A2.7 2.7 0 0 1 17.2 22H6.8a2.7 2.7 0 0 1-2.3-4L10 8.5V4H9zm-.8 13h7.6L13 10.3h-2z",
};

function make(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name in node) node[name] = value;
    else node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

function icon(code) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[code]);
  path.setAttribute("fill-rule", "evenodd");
  svg.append(path);
  return svg;
}

const FIELD_NAMES = { face_up: "face up or down", letter: "letter", order: "number", of: "count", categories: "books" };
const doubtsOf = (card) => card.review.map((name) => FIELD_NAMES[name] ?? name).join(", ");
