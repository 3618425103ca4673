// Hands each scene to the table's code, which the kit brings once (see pages/playing/table.py).

const places = new WeakMap();

export default function ({ data, parentElement, setTriggerValue }) {
  const shared = (window[Symbol.for("shelfmark.play")] ??= {});
  const draw = () => shared.kit && shared.draw(parentElement, data, (tap) => setTriggerValue("tap", tap));
  const before = places.get(parentElement);
  if (before) window.removeEventListener("shelfmark:play", before);
  places.set(parentElement, draw);
  window.addEventListener("shelfmark:play", draw);
  draw();
  return () => window.removeEventListener("shelfmark:play", draw);
}
