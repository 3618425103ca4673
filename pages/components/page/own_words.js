// The framework's fields bring words of their own, all in English: those that people see, or hear read to them, are
// put into the language of the page, which a hidden `.page-language` says. `data.fr_text` and `data.fr_label` are
// lists of [English, ours]; {} is a part that stays.

const PLACES = "[data-testid=stFileUploader], [data-testid=stCameraInput], [data-testid=InputInstructions], " +
  ".stSelectbox, .stMultiSelect, .stProgress, .stTooltipIcon, [role=listbox], [data-testid=stSkipToContent]";
const LABELS = ["aria-label", "title", "placeholder", "alt"];

const shared = (window[Symbol.for("shelfmark.words")] ??= { english: new WeakMap(), words: {}, language: "" });

const escaped = (text) => text.replace(/[.*+?^$()|[\]\\]/g, "\\$&");

/** The text in the language of the page, as it is where it is none of the framework's. */
function translated(text, kind) {
  for (const [pattern, ours] of shared.words[shared.language][kind]) {
    const found = pattern.exec(text.trim());
    if (found) return text.replace(found[0], () => ours.replace("{}", () => found[1] ?? ""));
  }
  return text;
}

/** Writes one text anew; `name` tells it from the other texts of its node. */
function write(node, name, now, set) {
  const known = shared.english.get(node) ?? {};
  const english = known[name]?.shown === now ? known[name].english : now; // else the framework wrote it since
  const shown = translated(english, name === "text" ? "text" : "label");
  known[name] = { english, shown };
  shared.english.set(node, known);
  if (shown !== now) set(shown);
}

function translate(root) {
  const within = (node) => node.closest?.(PLACES);
  const top = root.nodeType === Node.TEXT_NODE ? root.parentElement : root;
  if (!top?.querySelectorAll) return;
  const places = within(top) ? [top] : top.querySelectorAll(PLACES);
  for (const place of places) {
    const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = place; node; node = walker.nextNode()) {
      if (node.nodeType === Node.TEXT_NODE) {
        write(node, "text", node.nodeValue, (text) => { node.nodeValue = text; });
        continue;
      }
      for (const label of LABELS) {
        const was = node.getAttribute(label);
        if (was) write(node, label, was, (text) => node.setAttribute(label, text));
      }
    }
  }
}

/** Takes up the language that the page says it is in; whether it is another than before. */
function heard() {
  const language = document.querySelector(".page-language")?.lang;
  if (!shared.words[language] || language === shared.language) return false;
  shared.language = language;
  document.documentElement.lang = language; // else a screen reader takes it for English
  translate(document.body);
  return true;
}

const patterns = (pairs) =>
  pairs.map(([english, ours]) => [new RegExp(`^${escaped(english).replace("{}", "(.+)")}$`), ours]);

export default function ({ data }) {
  for (const [name, pairs] of Object.entries(data)) {
    const [language, kind] = name.split("_");
    (shared.words[language] ??= {})[kind] = patterns(pairs);
  }
  heard();
  if (shared.watching) return;
  shared.watching = new MutationObserver((changes) => {
    if (heard() || !shared.language) return;
    for (const change of changes) for (const node of change.addedNodes.length ? change.addedNodes : [change.target]) translate(node);
  });
  shared.watching.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: [...LABELS, "lang"] });
}
