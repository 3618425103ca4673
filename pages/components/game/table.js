// The table as a whole: state of the game, board, players, log, and the dock with the question and the hand.
// It decides nothing: a tap goes to Python, and the scene that comes back is drawn. A game draws its own parts.
// STYLE comes before this from Python.

/** `parts`: what lies in the middle, by the names of the folds that open it on a phone. */
const frame = (parts) => `
  <h1 class="unseen"></h1>
  <div class="head">
    <header class="state" tabindex="0"></header>
    <div class="strip"><nav class="folds" role="tablist"></nav><div class="tools"></div></div>
  </div>
  <p class="ending" role="status" hidden></p>
  <p class="missed" role="status" hidden></p>
  <div class="middle">
    ${parts.map((part) => `<section class="${part} fold" data-fold="${part}"></section>`).join("")}
    <section class="log fold" data-fold="log"><button type="button" class="tool more"></button><ol tabindex="0"></ol></section>
  </div>
  <section class="dock">
    <button type="button" class="ticker"></button>
    <p class="guide" role="status" hidden></p>
    <p class="prompt" role="status" tabindex="-1"></p>
    <div class="answers" role="group"></div>
    <div class="side"><button type="button" class="tip"></button><button type="button" class="undo"></button></div>
    <div class="hints" role="status" hidden><ol tabindex="0"></ol></div>
    <div class="tray" role="group" tabindex="0"></div>
    <div class="hand" role="group" tabindex="0"></div>
    <ol class="lately" tabindex="0"></ol>
  </section>
  <section class="curtain" hidden></section>`;

class GameTable {
  constructor(root, parts) {
    this.root = root;
    this.parts = parts;
    const style = new CSSStyleSheet();
    style.replaceSync(STYLE);
    root.adoptedStyleSheets = [style];
    this.node = make("div", { className: "game", innerHTML: frame(parts) });
    root.querySelector(".table-place").replaceChildren(this.node);
    this.$ = (selector) => this.node.querySelector(selector);
    this.closeUp = new CloseUp(this.node, (key) => this.closely(key), () => {
      if (!this.catchesUp() && !this.root.activeElement) this.focusFirst(); // what opened the sheet may be gone
    });
    [this.fold] = parts;
    this.settings = new Settings();
    this.replay = new Replay(this);
    this.looked = new Looked(this);
    this.unseen = null; // the step after which others moved while a sheet was read
    this.sent = null;
    this.nonce = null; // of the last tap, until its history is shown
    this.keyboard = false;
    this.node.addEventListener("pointerdown", () => { this.keyboard = false; }, { capture: true });
    this.node.addEventListener("keydown", (event) => { this.keyboard = true; goByArrow(this, event); }, { capture: true });
    const taps = { ".undo": () => this.tell({ kind: "undo" }), ".ticker": () => this.open("log"), ".more": () => this.tell({ kind: "history" }) };
    for (const [part, tap] of Object.entries(taps)) this.$(part).onclick = tap;
  }

  /** Sends a tap, one at a time: the next is taken when the answer to this one is drawn. */
  tell(tap) {
    if (this.sent !== null) return;
    this.sent = this.scene.step;
    this.node.ariaBusy = "true";
    this.nonce = Math.random();
    this.send({ ...tap, game: this.scene.key, step: this.scene.step, nonce: this.nonce });
  }

  update(scene, kit) {
    this.sent = null;
    this.node.ariaBusy = "false";
    this.node.dataset.step = scene.step;
    const before = this.scene;
    const asked = before && (before.step !== scene.step || before.curtain !== scene.curtain);
    const held = asked ? null : this.root.activeElement?.dataset.option;
    this.scene = scene;
    this.kit = kit;
    const closed = scene.curtain !== undefined;
    if (closed || before?.key !== scene.key || before.viewer !== scene.viewer) { // a sheet that is read stays, but before nobody else's eyes
      this.unseen = null;
      this.closeUp.close();
    } else if (asked) {
      this.closeUp.letsGo();
    }
    if (asked || closed) this.replay.stop();
    this.node.dataset.marks = this.settings.all.marks ? "on" : "off";
    this.$(".curtain").hidden = !closed;
    for (const part of [".state", ".folds", ".middle", ".dock"]) this.$(part).hidden = closed;
    this.$("h1").textContent = kit.words.table;
    this.drawTools();
    if (scene.watch) {
      this.node.dataset.watch = "on";
      (this.watch ??= new Watch(this)).update(scene, kit);
      return;
    }
    this.looked.at(scene, before);
    if (closed) this.drawCurtain();
    else if (asked && scene.replay && this.shows(before.curtain === undefined ? before.step : -1)) return;
    else if (this.replay.on) return; // the same question, drawn when the replay is over
    else this.draw();
    this.answerHistory();
    // Every drawing makes new nodes: who uses the keyboard finds the first thing to answer, or where they were.
    if (held) this.node.querySelector(`[data-option="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
    else if (asked) this.focusFirst();
  }

  /** Who uses the keyboard, and reads no sheet, finds the first thing to answer. */
  focusFirst() {
    if (this.keyboard && !this.closeUp.node.open) this.node.querySelector(".lit, .answer, .lift")?.focus({ preventScroll: true });
  }

  /** Begins to show what others did after step number `seen`; while a sheet is read, it is shown when the sheet is closed. */
  shows(seen) {
    this.unseen = Math.min(this.unseen ?? seen, seen); // a step may have been taken back
    return !this.closeUp.node.open && this.catchesUp();
  }

  catchesUp() {
    const { unseen } = this;
    this.unseen = null;
    return unseen !== null && !this.replay.on && this.replays(unseen);
  }

  /** Begins to show what others did after step number `seen`; false where there is nothing to show, or it is not wanted. */
  replays(seen, pace = this.settings.all.speed) {
    return pace !== "none" && this.replay.start(this.scene, pace, seen);
  }

  /** Draws a step of a replay: the table as it stood, what is said, and what it is about. */
  step(scene, lines, at, title, controls) {
    const now = this.scene;
    this.scene = scene;
    this.draw();
    this.scene = now;
    const about = at.flatMap((place) => [...this.node.querySelectorAll(`[data-place="${place}"]`)]);
    for (const node of about) node.classList.add("about");
    const fold = about.map((node) => node.closest(".fold")?.dataset.fold).find(Boolean);
    if (fold) this.open(fold);
    about[0]?.scrollIntoView({ block: "nearest" });
    this.$(".prompt").replaceChildren(make("b", { textContent: `${title} · ` }), lines.join(" "));
    this.$(".answers").replaceChildren(...controls);
    if (this.keyboard) controls[0]?.focus({ preventScroll: true });
  }

  /** Draws the table as it is, when a replay is over or skipped. */
  finish() {
    this.question = null; // the fold where something is lit comes up
    this.draw();
    this.answerHistory();
    this.focusFirst();
  }

  /** How to play, the history, and on a phone the page's header. */
  drawTools() {
    const { aids } = this.kit;
    if (this.toolsOf === aids) return; // who came back from a sheet finds the button that opened it
    this.toolsOf = aids;
    const tool = (name, sign, tapped) => {
      const button = make("button", { type: "button", className: `tool ${name}` },
        make("span", { className: "sign", textContent: sign }), make("span", { className: "word", textContent: aids[name] }));
      button.ariaLabel = aids[name];
      button.onclick = tapped;
      return button;
    };
    const tools = [tool("history", "≡", () => this.tell({ kind: "history" })), headerButton(aids.menu)];
    if (this.kit.sheet) tools.unshift(tool("help", "?", () => this.showHelp()));
    this.$(".tools").replaceChildren(...tools);
    this.$(".more").textContent = aids.history;
  }

  showHelp(chapter) {
    this.closeUp.show({ name: this.kit.sheetTitle, close: this.kit.words.close, wide: true, body: this.help(chapter) });
  }

  /** The answer to the last tap, which comes with each scene until the next tap: it opens once. */
  answerHistory() {
    const { tap, chapters } = this.scene.history ?? {};
    if (tap === undefined || tap !== this.nonce) return;
    this.nonce = null;
    showHistory(this, chapters);
  }

  /** What the guide says of this question; at the end of a guided game it asks once how to go on. */
  drawGuide() {
    const { guide, key } = this.scene;
    this.$(".guide").hidden = !guide || guide.done;
    this.$(".guide").textContent = guide?.say ?? "";
    if (!guide?.done || this.unguided === key) return;
    let leave = false;
    const button = (word, className, leaves) => {
      const node = make("button", { type: "button", className, textContent: word });
      node.onclick = () => { leave = leaves; this.closeUp.close(); };
      return node;
    };
    const left = () => { // by whatever way: who closes the sheet plays on
      this.unguided = key;
      this.tell({ kind: "unguide", leave });
    };
    const body = [make("p", { className: "lead", textContent: guide.say }), ...this.inspection(),
      make("div", { className: "answers" }, button(guide.go_on, "answer", false), button(guide.real, "answer quiet", true))];
    this.closeUp.show({ name: guide.title, close: this.kit.words.close, wide: true, body, left });
  }

  draw() {
    this.picked = null;
    const pieces = this.pieces((option) => (this.settings.all.confirm ? this.ask(option) : this.choose(option)));
    const ends = { next: "end_next", last: "end_last" }[this.scene.ending];
    this.$(".ending").hidden = !ends;
    this.$(".ending").textContent = ends ? this.kit.aids[ends] : "";
    this.drawState(pieces);
    this.drawTray(pieces);
    this.drawHand(pieces);
    this.drawParts(pieces);
    this.drawQuestion(pieces);
    this.drawGuide();
    this.drawLog();
    this.drawFolds();
  }

  choose(option) {
    this.tell(option.after ? { kind: "answer", option: option.after, then: option.key } : { kind: "answer", option: option.key });
  }

  /** Asks whether an option is meant; a second tap on it says so too. */
  ask(option) {
    if (this.picked === option.key) {
      this.choose(option);
      return;
    }
    this.picked = option.key;
    for (const node of this.node.querySelectorAll("[data-option]")) node.classList.toggle("picked", node.dataset.option === option.key);
    confirmFields(this, option);
  }

  /** Cards in the tray or the hand, in groups that are named. */
  groupOf(pieces, word, keys) {
    return keys.length ? [make("span", { className: "caption", textContent: pieces.word(word) }), ...keys.map((key) => pieces.card(key))] : [];
  }

  drawHand(pieces) {
    const { hand, seats, viewer } = this.scene;
    const node = this.$(".hand");
    node.ariaLabel = pieces.word("hand", { name: seats[viewer].name });
    const cards = hand.map((key) => pieces.card(key));
    node.replaceChildren(...(cards.length ? cards : [make("p", { className: "nothing", textContent: pieces.word("empty_hand") })]));
  }

  drawQuestion(pieces) {
    const { choice, undo, seats, viewer, verdict } = this.scene;
    const prompt = this.$(".prompt");
    prompt.replaceChildren(make("b", { textContent: `${seats[viewer].name} · ` }), verdict ?? choice?.prompt ?? pieces.word("waits", { name: seats.find(({ turn }) => turn)?.name ?? "" }));
    const left = pieces.options.filter((one) => !one.after && (!pieces.used.has(one) || this.alsoBelow(one)));
    this.$(".answers").replaceChildren(...(verdict ? [] : this.buttons(pieces, left)));
    this.$(".answers").classList.toggle("wide", this.isWide(left));
    const button = this.$(".undo");
    button.textContent = `↶ ${pieces.word("undo")}`;
    button.disabled = !undo;
    drawHints(this, pieces);
    button.title = pieces.word(undo ? (undo.redeal ? "undo_redeal" : "undo_plain") : "undo_none");
  }

  /** Whether the game marks what its options would change. */
  get marked() {
    return true;
  }

  /** The buttons of the options that lie nowhere on the table. */
  buttons(pieces, options) {
    return options.map((option) => pieces.button(option));
  }

  /** Whether an option that lies on the table is a button below, too. */
  alsoBelow() {
    return false;
  }

  /** Whether these buttons say so much that on a phone each has a row. */
  isWide() {
    return false;
  }

  drawLog() {
    const { log, news } = this.scene;
    const lines = log.map((text, n) => make("li", { textContent: text, className: n >= log.length - news ? "new" : "" }));
    this.$(".log ol").replaceChildren(...lines.reverse());
    this.$(".lately").replaceChildren(...lines.map((line) => line.cloneNode(true)));
    for (const part of [".log ol", ".lately"]) {
      this.$(part).ariaLabel = this.kit.words.log;
      this.$(part).scrollTop = 0;
    }
    this.$(".ticker").textContent = log.at(-1) ?? "";
    this.$(".ticker").hidden = !log.length;
  }

  /** On a phone one part shows at a time: the one where something is lit, when a new question comes. */
  drawFolds() {
    const lit = Object.fromEntries([...this.parts, "log"].map((fold) => [fold, this.node.querySelectorAll(`.${fold} .lit`).length]));
    const question = `${this.scene.key}/${this.scene.step}`;
    const anew = question !== this.question;
    if (anew) {
      this.question = question;
      if (!lit[this.fold]) this.fold = this.parts.find((part) => lit[part]) ?? this.fold;
    }
    const tabs = Object.entries(lit).map(([fold, count]) => {
      const tab = make("button", { type: "button", role: "tab", textContent: this.kit.words[fold] });
      tab.dataset.opens = fold;
      if (count) tab.append(make("span", { className: "count", textContent: count }));
      tab.onclick = () => this.open(fold);
      return tab;
    });
    this.$(".folds").replaceChildren(...tabs);
    const hint = this.hintToShow(question);
    const fold = hint?.closest(".fold")?.dataset.fold;
    this.open(fold ?? this.fold);
    if (anew) this.bringIntoSight();
    else if (fold) this.bringIntoSight([hint]);
    else hint?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** What the best hint points at, once, when hints have come. */
  hintToShow(question) {
    const [best] = this.scene.hints ?? [];
    if (!best || this.hinted === question) return null;
    this.hinted = question;
    return this.node.querySelector(`[data-option="${CSS.escape(best.option)}"]`);
  }

  /** Where nothing that answers a new question on the table is in sight, the page moves as far as the first of it;
   * on a short screen, where the dock stands above the board, to the question.
   */
  bringIntoSight(lit = [...this.node.querySelectorAll(".middle .lit")].filter((node) => node.checkVisibility())) {
    for (const row of [".tray", ".hand"]) this.turn(this.$(row));
    const high = (part) => this.$(part).getBoundingClientRect().height;
    const { position, bottom } = getComputedStyle(this.$(".dock"));
    if (position === "static") {
      this.$(".prompt").scrollIntoView({ block: "nearest" });
      return;
    }
    const below = bottom === "auto" ? 0 : high(".dock") + 12; // beside the board it covers nothing
    const inSight = (node) => {
      const place = node.getBoundingClientRect();
      return place.top >= 0 && place.bottom <= innerHeight - below;
    };
    if (!lit.length || lit.some(inSight)) return;
    lit[0].style.scrollMargin = `${high(".head")}px 0 ${below}px`;
    lit[0].scrollIntoView({ block: "nearest" });
  }

  /** Where no card that answers is in sight in a row that is wider than the screen, the row moves to the first of them. */
  turn(row) {
    const place = (node) => node.getBoundingClientRect();
    const { left, right } = place(row);
    const lit = [...row.querySelectorAll(".lit")].map(place);
    if (lit.length && !lit.some((card) => card.left >= left && card.right <= right)) row.scrollLeft += lit[0].left - left - 12;
  }

  open(fold) {
    this.fold = fold;
    for (const part of this.node.querySelectorAll(".fold")) part.classList.toggle("open", part.dataset.fold === fold);
    for (const tab of this.$(".folds").children) tab.setAttribute("aria-selected", String(tab.dataset.opens === fold));
  }

  drawCurtain() {
    this.$(".ending").hidden = true;
    this.$(".guide").hidden = true;
    for (const part of [".state", ".folds", ...this.parts.map((one) => `.${one}`), ".tray", ".hand", ".answers"]) this.$(part).replaceChildren();
    this.$(".prompt").textContent = "";
    this.$(".log ol").replaceChildren();
    this.$(".lately").replaceChildren();
    this.$(".ticker").textContent = "";
    const { curtain: name, lifts, log } = this.scene;
    const say = (key) => fill(this.kit.words[key], { name });
    const lift = make("button", { type: "button", className: "lift", textContent: say("lift") });
    lift.onclick = () => this.tell({ kind: "lift", player: name });
    this.$(".curtain").replaceChildren(
      make("h2", { textContent: say(lifts ? "pass" : "waits") }), ...(lifts ? [make("p", { textContent: say("pass_why") }), lift] : []),
      make("ol", { className: "lines" }, ...log.slice(-6).reverse().map((text) => make("li", { textContent: text }))));
  }
}

/** Has a game's scenes drawn by its `Table`, in each component's place; the small component that travels with each
 * scene calls `draw` (see scene.js). Gives what the kit does when it is renewed.
 */
function kitOf(Table) {
  const tables = new WeakMap();
  const shared = (window[Symbol.for(`shelfmark.${GAME}`)] ??= {});
  shared.draw = (root, scene, send) => {
    let table = tables.get(root);
    if (!table) {
      table = new Table(root);
      tables.set(root, table);
      addEventListener("shelfmark:awake", () => table.update(table.scene, shared.kit)); // it waits for no answer any more
    }
    table.send = send;
    table.update(scene, shared.kit);
  };
  return ({ data }) => {
    shared.kit = data;
    window.dispatchEvent(new Event(`shelfmark:${GAME}`));
  };
}
