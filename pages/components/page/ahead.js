// Fetches what later pages are drawn with while nobody waits for it: a first tap on them is answered as fast as a
// second. `data.modules` are addresses of parts of Streamlit's own front end; one that is not there does no harm.

const WHEN_IDLE = window.requestIdleCallback ?? ((fetch) => setTimeout(fetch, 1000));
const fetched = (window[Symbol.for("shelfmark.ahead")] ??= new Set());

export default function ({ data }) {
  for (const module of data.modules) {
    if (fetched.has(module)) continue;
    fetched.add(module);
    WHEN_IDLE(() => import(new URL(module, document.baseURI)).catch(() => fetched.delete(module)));
  }
}
