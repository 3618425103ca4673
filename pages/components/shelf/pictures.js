// Keeps the pictures of one photo for the shelf table. They are large and never change, so they come apart from
// everything that does: an edit then sends a few kilobytes and not the photo again.
const pictures = (window[Symbol.for("shelfmark.pictures")] ??= new Map());

export default function ({ data }) {
  pictures.set(data.key, data);
  window.dispatchEvent(new CustomEvent("shelfmark:pictures"));
}
