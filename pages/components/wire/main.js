// One for all of a page, however often this is drawn.
const shared = (window[Symbol.for("shelfmark.wire")] ??= { wire: new Wire() });
const bars = new WeakMap();

export default function ({ data, parentElement, setStateValue }) {
  if (!bars.has(parentElement)) bars.set(parentElement, new Bar(parentElement, shared.wire));
  const bar = bars.get(parentElement);
  bar.words = JSON.parse(data.words);
  shared.wire.awake = () => setStateValue("awake", Date.now());
  shared.wire.shows = { at: location.pathname, page: data.page };
  bar.draw();
}
