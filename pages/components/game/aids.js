// What helps at the table of any game: settings of this browser, the header folded away, a replay, the history.

const KEPT = "shelfmark.table";

/** What this browser keeps of how a table is shown; nothing is lost where it keeps nothing. */
class Settings {
  constructor() {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.all = { speed: calm ? "none" : "fast", marks: true, confirm: false };
    try {
      Object.assign(this.all, JSON.parse(localStorage.getItem(KEPT) ?? "{}"));
    } catch { /* no store, or nothing that can be read */ }
  }

  /** How fast moves are shown that somebody asks to see. */
  get pace() {
    return this.all.speed === "none" ? "slow" : this.all.speed;
  }

  set(name, value) {
    this.all[name] = value;
    try {
      localStorage.setItem(KEPT, JSON.stringify(this.all));
    } catch { /* no store */ }
  }
}

/** The part as a patch makes it, see pages/playing/aids/replaying.py. */
function patched(whole, patch) {
  if ("=" in patch) return patch["="];
  const copy = Array.isArray(whole) ? [...whole] : { ...whole };
  for (const [key, part] of Object.entries(patch)) copy[key] = patched(copy[key], part);
  return copy;
}

/** Milliseconds that a step is seen. */
const PACE = { slow: 1900, fast: 800 };
/** Milliseconds more for each further sentence of a step. */
const SENTENCE = 350;
/** How long a step with so many sentences is seen. */
const seenFor = (pace, sentences) => PACE[pace] + SENTENCE * Math.max(0, sentences - 1);

/** Shows what happened since the viewer's turn: the table as it stood, then step by step as it stands. */
class Replay {
  /** `table.step(scene, lines, at, title, controls)` draws a step, `table.finish()` the table as it is. */
  constructor(table) {
    this.table = table;
    this.timer = null;
  }

  get on() {
    return this.timer !== null;
  }

  /** Begins after step number `seen`; true where there is anything to show. */
  start(scene, pace, seen = -1) {
    const { first, steps } = scene.replay;
    let now = { ...scene, ...first, choice: null, undo: null, guide: null };
    const left = [];
    for (const step of steps) {
      if (step.step < seen) now = patched(now, step.patch);
      else left.push(step);
    }
    if (!left.length) return false;
    let number = 0;
    const next = () => {
      if (number === left.length) {
        this.stop();
        this.table.finish();
        return;
      }
      const { say, at, patch } = left[number];
      number += 1;
      now = patched(now, patch);
      this.timer = setTimeout(next, seenFor(pace, say.length));
      const { aids } = this.table.kit;
      const skip = make("button", { type: "button", className: "answer quiet skip", textContent: `${aids.skip} »` });
      skip.onclick = () => { this.stop(); this.table.finish(); };
      const where = make("span", { className: "caption", textContent: fill(aids.of_steps, { number, most: left.length }) });
      this.table.step(now, say, at, aids.since, [skip, where]);
    };
    next();
    return true;
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = null;
  }
}

const LOOKED = "shelfmark.looked";
/** So many games are remembered, those that were looked at last. */
const GAMES = 30;

/** What this device showed of each game last, and what others did since: told once, when somebody comes back. */
class Looked {
  constructor(table) {
    this.table = table;
    try {
      this.games = JSON.parse(localStorage.getItem(LOOKED) ?? "{}");
    } catch {
      this.games = {}; // no store, or nothing that can be read
    }
  }

  /** Notes that a scene is looked at, which came after `before`. */
  at(scene, before) {
    if (before?.step !== scene.step) this.tell(null);
    if (scene.curtain !== undefined) return;
    const name = `${scene.key}/${scene.viewer}`;
    const { [name]: seen, ...others } = this.games;
    if (!before && seen !== undefined && scene.replay?.steps.some(({ step }) => step >= seen)) this.tell(scene.replay, seen);
    if (seen === scene.step) return;
    this.games = Object.fromEntries([...Object.entries(others).slice(1 - GAMES), [name, scene.step]]);
    try {
      localStorage.setItem(LOOKED, JSON.stringify(this.games));
    } catch { /* no store */ }
  }

  /** Says in short what of a replay came after step number `seen`, with a button that shows it; nothing for null. */
  tell(replay, seen) {
    const { table } = this;
    const { aids, words } = table.kit;
    const place = table.$(".missed");
    place.hidden = !replay;
    if (!replay) return;
    const lines = replay.steps.filter(({ step }) => step >= seen).flatMap(({ say }) => say);
    const button = (className, textContent, ariaLabel, then) => {
      const node = make("button", { type: "button", className, textContent, ariaLabel });
      node.onclick = () => { this.tell(null); then(); };
      return node;
    };
    place.replaceChildren(make("b", { textContent: `${aids.since_looked} · ` }), make("span", { textContent: lines.slice(0, 3).join(" ") + (lines.length > 3 ? " …" : "") }),
      button("answer", aids.show, aids.show, () => table.replays(seen, table.settings.pace)), button("answer quiet", "✕", words.close, () => {}));
  }
}

/** Asks in the dock whether an option is meant. */
function confirmFields(table, option) {
  const { aids } = table.kit;
  const yes = make("button", { type: "button", className: "answer", textContent: aids.confirm });
  yes.onclick = () => table.choose(option);
  const no = make("button", { type: "button", className: "answer quiet", textContent: aids.choose_anew });
  no.onclick = () => table.draw();
  table.$(".prompt").replaceChildren(make("b", { textContent: `${aids.confirm} · ` }), option.label);
  table.$(".answers").classList.remove("wide");
  table.$(".answers").replaceChildren(yes, no);
  if (table.keyboard) yes.focus({ preventScroll: true });
}

/** On a small screen the page's own header is folded away while one plays; a button brings it back. */
function headerButton(word) {
  const page = document.documentElement;
  const button = make("button", { type: "button", className: "tool menu", textContent: "☰", ariaLabel: word, title: word });
  const show = (open) => {
    page.dataset.header = open ? "open" : "folded";
    button.setAttribute("aria-expanded", String(open));
  };
  show(page.dataset.header === "open");
  button.onclick = () => {
    show(page.dataset.header !== "open");
    if (page.dataset.header === "open") document.querySelector("[data-testid=stMain]")?.scrollTo({ top: 0 });
  };
  return button;
}

/** Points that an option brings, with their sign. */
const signed = (points) => (points > 0 ? `+${points}` : withMinus(points));

/** What an option would change, as a mark on it: solid at once, framed where another choice comes between. */
function changeMark({ points, best, turned }) {
  const kind = points > 0 ? "gain" : points < 0 ? "loss" : "even";
  const node = make("span", { className: `mark ${kind}${best ? " best" : ""}` }, seen("b", signed(points)));
  if (turned.length) node.append(make("s", {}));
  node.setAttribute("aria-hidden", "true");
  return node;
}

/** The same in words. */
function changeIn(words, { points, best, turned }) {
  const parts = [fill(words[best ? "change_best" : "change"], { points: signed(points) })];
  if (turned.length) parts.push(fill(words.turned, { cards: turned.join(", ") }));
  return parts.join("; ");
}

/** The number of a hint on what it is about. */
const hintMark = (rank) => Object.assign(seen("span", rank + 1, "rank"), { ariaHidden: "true" });

/** The button that asks for hints, and what they say: each beside the mark of what it would change at once. */
function drawHints(table, pieces) {
  const { scene, kit } = table;
  const button = table.$(".tip");
  const region = table.$(".hints");
  const list = region.firstElementChild;
  const { hints, choice, verdict } = scene;
  button.hidden = !hints || !choice || verdict;
  region.hidden = !hints?.length || verdict;
  button.textContent = list.ariaLabel = kit.aids.hint;
  button.setAttribute("aria-expanded", String(!region.hidden));
  button.onclick = () => {
    if (hints.length) return;
    region.hidden = false;
    list.replaceChildren(make("li", { textContent: kit.aids.thinking }));
    table.tell({ kind: "hint" });
  };
  list.replaceChildren(...(hints ?? []).map(({ option, label, say }, rank) => {
    const { change } = pieces.options.find(({ key }) => key === option) ?? {};
    return make("li", {}, hintMark(rank), make("b", { textContent: label }), change ? changeMark(change) : null, make("span", { textContent: say }));
  }));
}

/** The settings of the table as fields; `changed` is called after each change, `marked` says whether options have marks. */
function settingFields(settings, words, changed, marked) {
  const choices = ["slow", "fast", "none"].map((speed) => {
    const input = make("input", { type: "radio", name: "speed", value: speed, checked: settings.all.speed === speed });
    input.onchange = () => { settings.set("speed", speed); changed(); };
    return make("label", {}, input, words[`speed_${speed}`]);
  });
  const check = (name, text) => {
    const input = make("input", { type: "checkbox", checked: settings.all[name] });
    input.onchange = () => { settings.set(name, input.checked); changed(); };
    return make("label", {}, input, text);
  };
  return make("div", { className: "settings" },
    make("fieldset", {}, make("legend", { textContent: words.speed }), ...choices), marked ? check("marks", words.marks) : null, check("confirm", words.confirm_each));
}

/** Where a player may give up: a button that asks first, and says what it means. */
function concedeFields(table) {
  const { scene, closeUp, kit: { aids } } = table;
  if (!scene.concede) return [];
  const button = (className, word, onclick) => make("button", { type: "button", className, textContent: word, onclick });
  const opener = button("answer quiet", aids.concede, () => {
    const meaning = make("p", { id: "conceding", textContent: table.scene.concede });
    const yes = button("answer", aids.concede, () => {
      const { concede } = table.scene;
      if (concede && concede !== meaning.textContent) { // another gave up meanwhile, so it means something else
        meaning.textContent = concede;
        return;
      }
      closeUp.close();
      if (concede) table.tell({ kind: "concede", means: concede });
    });
    const no = button("answer quiet", aids.concede_not, () => question.close());
    no.autofocus = true; // what cannot be taken back is no slip of the finger
    const question = make("dialog", { className: "question", role: "alertdialog", ariaLabel: aids.concede, "aria-describedby": meaning.id },
      meaning, make("div", { className: "answers" }, yes, no));
    closeUp.asks(opener, question);
  });
  return [make("div", { className: "settings" }, opener)];
}

/** The sheet of the history: a replay of it, settings, conceding, and the chapters. */
function showHistory(table, chapters) {
  const { settings, closeUp, kit: { aids, words } } = table;
  const again = make("button", { type: "button", className: "answer quiet", textContent: aids.again });
  again.onclick = () => {
    closeUp.close();
    table.replays(-1, settings.pace);
  };
  const marks = () => { table.node.dataset.marks = settings.all.marks ? "on" : "off"; };
  const body = [...(table.scene.replay ? [again] : []), settingFields(settings, aids, marks, table.marked),
    ...concedeFields(table), ...historyBody(aids, chapters)];
  closeUp.show({ name: aids.history, close: words.close, wide: true, body });
}

/** The history's chapters, one a round, the latest open. */
const historyBody = (words, chapters) => (chapters.length
  ? chapters.map(({ title, lines }, n) => make("details", { open: n === chapters.length - 1 },
    make("summary", { textContent: title }), make("ol", { className: "lines" }, ...lines.map((text) => make("li", { textContent: text })))))
  : [make("p", { textContent: words.nothing_yet })]);

/** Arrow keys go from one lit thing to the nearest in that direction, within the sheet or question that is open. */
function goByArrow(table, event) {
  const step = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
  const from = table.root.activeElement;
  if (!step || !from?.matches(".lit, .answer")) return;
  const middle = (node) => {
    const box = node.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(from);
  let best = null;
  for (const node of (from.closest("dialog") ?? table.node).querySelectorAll(".lit, .answer")) {
    if (node === from || !node.offsetParent) continue;
    const [dx, dy] = middle(node).map((at, axis) => at - [x, y][axis]);
    const along = dx * step[0] + dy * step[1];
    const far = along + 2 * Math.abs(dx * step[1] + dy * step[0]);
    if (along > 4 && (!best || far < best.far)) best = { node, far };
  }
  if (!best) return;
  event.preventDefault();
  best.node.focus();
}
