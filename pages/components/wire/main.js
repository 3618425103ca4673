// One for all of a page, however often this is drawn.
const shared = (window[Symbol.for("shelfmark.wire")] ??= { wire: new Wire() });
const bars = new WeakMap();

export default function ({ data, parentElement }) {
  if (!bars.has(parentElement)) bars.set(parentElement, new Bar(parentElement, shared.wire));
  const bar = bars.get(parentElement);
  bar.words = JSON.parse(data.words);
  bar.draw();
}
