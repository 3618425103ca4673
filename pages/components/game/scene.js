// Hands each scene to the table's code, which the kit brings once (see pages/playing/common/drawing.py). GAME comes from Python.

const places = new WeakMap();

export default function ({ data, parentElement, setTriggerValue }) {
  const shared = (window[Symbol.for(`shelfmark.${GAME}`)] ??= {});
  const draw = () => shared.kit && shared.draw(parentElement, data, (tap) => setTriggerValue("tap", tap));
  const before = places.get(parentElement);
  if (before) window.removeEventListener(`shelfmark:${GAME}`, before);
  places.set(parentElement, draw);
  window.addEventListener(`shelfmark:${GAME}`, draw);
  draw();
  return () => window.removeEventListener(`shelfmark:${GAME}`, draw);
}
