// What the parts of the shelf table share. BADGES (a picture a category) and BURIED come before this from Python.

const SVG = "http://www.w3.org/2000/svg";

let WORDS = {}; // the sentences of the page, in its language

/** A sentence of the page, its {placeholders} filled in. */
const say = (key, values = {}) => (WORDS[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

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

const doubtsOf = (card) => card.review.map((name) => say(`field_${name}`)).join(", ");
const label = (card) => (card.letter && card.order ? `${card.letter}${card.order}` : card.up ? "?" : "");
const where = ({ row, column }) =>
  say(row < 0 ? "place_above" : column < 0 ? "place_before" : "place", { row: row + 1, column: column + 1 });

function nameOf(card) {
  if (!card.letter) return card.up ? say("not_read") : say("face_down");
  const name = `${card.letter} ${card.order ?? "?"}`;
  return card.of ? say("card_of", { card: name, of: card.of }) : name;
}

/** Says which way there is more to scroll to, in `data-more`, for the style to show. */
function showMore(node) {
  const left = node.scrollLeft > 2;
  const right = node.scrollLeft + node.clientWidth < node.scrollWidth - 2;
  node.dataset.more = [left && "left", right && "right"].filter(Boolean).join(" ");
}

const same = (one, other) => Boolean(one && other && one[0] === other[0] && one[1] === other[1]);

/** A card as people type it, with the fields that it tells: E2, E2:HFS, #E2, # or any of them with a + behind. */
function fieldsOf(text, categoryKeys) {
  const found = /^(#)?(?:([A-Z])([1-9][0-9]?)(?::([CFHMRS]{1,4}))?)?(\+)?$/.exec(text);
  if (!found || !(found[1] || found[2])) return null;
  const [, down, letter, order, books, buried] = found;
  const fields = { face_up: !down };
  if (letter) Object.assign(fields, { letter, order: Number(order) });
  if (books) fields.categories = [...books].map((code) => categoryKeys[code]);
  if (buried) fields.buried = true;
  return fields;
}
