// The table as a whole: state of the game, board, shelves, log, and the dock with the question and the hand.
// It decides nothing: a tap goes to Python, and the scene that comes back is drawn.

const FRAME = `
  <h1 class="unseen"></h1>
  <header class="state" tabindex="0"></header>
  <nav class="folds" role="tablist"></nav>
  <div class="middle">
    <section class="board fold" data-fold="board"></section>
    <section class="shelves fold" data-fold="shelves"></section>
    <section class="log fold" data-fold="log"><ol tabindex="0"></ol></section>
  </div>
  <section class="dock">
    <button type="button" class="ticker"></button>
    <p class="prompt" role="status" tabindex="-1"></p>
    <div class="answers" role="group"></div>
    <button type="button" class="undo"></button>
    <div class="tray" role="group" tabindex="0"></div>
    <div class="hand" role="group" tabindex="0"></div>
    <ol class="lately" tabindex="0"></ol>
  </section>
  <section class="curtain" hidden></section>`;

class GameTable {
  constructor(root) {
    this.root = root;
    const style = new CSSStyleSheet();
    style.replaceSync(STYLE);
    root.adoptedStyleSheets = [style];
    this.node = make("div", { className: "game", innerHTML: FRAME });
    root.querySelector(".table-place").replaceChildren(this.node);
    this.$ = (selector) => this.node.querySelector(selector);
    this.board = new Board(this.$(".board"));
    this.shelves = new Shelves(this.$(".shelves"));
    this.closeUp = new CloseUp(this.node, () => this.kit);
    this.fold = "board";
    this.sent = null;
    this.keyboard = false;
    this.node.addEventListener("pointerdown", () => { this.keyboard = false; }, { capture: true });
    this.node.addEventListener("keydown", (event) => { this.keyboard = true; this.onKey(event); }, { capture: true });
    this.$(".undo").onclick = () => this.tell({ kind: "undo" });
    this.$(".ticker").onclick = () => this.open("log");
  }

  /** Sends a tap, one at a time: the next is taken when the answer to this one is drawn. */
  tell(tap) {
    if (this.sent !== null) return;
    this.sent = this.scene.step;
    this.node.ariaBusy = "true";
    this.send({ ...tap, game: this.scene.key, step: this.scene.step, nonce: Math.random() });
  }

  update(scene, kit) {
    this.sent = null;
    this.node.ariaBusy = "false";
    this.node.dataset.step = scene.step;
    const asked = this.scene && (this.scene.step !== scene.step || this.scene.curtain !== scene.curtain);
    const held = asked ? null : this.root.activeElement?.dataset.option;
    this.scene = scene;
    this.kit = kit;
    const closed = scene.curtain !== undefined;
    if (asked || closed) this.closeUp.close();
    this.$(".curtain").hidden = !closed;
    for (const part of [".state", ".folds", ".middle", ".dock"]) this.$(part).hidden = closed;
    this.$("h1").textContent = kit.words.table;
    if (closed) this.drawCurtain();
    else this.draw();
    // Every drawing makes new nodes: who uses the keyboard finds the first thing to answer, or where they were.
    const next = held ? `[data-option="${CSS.escape(held)}"]` : asked && this.keyboard ? ".lit, .answer, .lift" : null;
    if (next) this.node.querySelector(next)?.focus({ preventScroll: true });
  }

  draw() {
    const pieces = new Pieces(this.kit, this.scene, (option) => this.tell({ kind: "answer", option: option.key }));
    pieces.place = (row, column) => `${row + 1}, ${column + 1}`;
    this.drawState(pieces);
    this.drawCards(".tray", pieces);
    this.drawHand(pieces);
    this.board.draw(pieces);
    this.shelves.draw(pieces);
    this.drawQuestion(pieces);
    this.drawLog();
    this.drawFolds(pieces);
  }

  drawState(pieces) {
    const { scene, kit } = this;
    const round = scene.rounds ? pieces.word("round_of", { number: scene.round }) : pieces.word("round", { number: scene.round });
    const fact = (className, ...children) => make("span", { className }, ...children);
    const category = (word, code, className) =>
      fact(`fact ${className}`, badge(code), make("span", {}, make("small", { textContent: pieces.word(word) }), kit.categories[code]));
    const pile = (word, count, key) => fact("fact pile", make("span", {}, make("small", { textContent: pieces.word(word) }), `${count}`),
      key ? pieces.card(key, { label: pieces.word(word) }) : null);
    this.$(".state").replaceChildren(
      fact("round", make("b", { textContent: scene.round ? round : "" }), scene.last ? make("small", { textContent: pieces.word("last") }) : null,
        scene.level ? make("small", { textContent: scene.level }) : null),
      category("prominent", scene.prominent, "prominent"),
      category("banned", scene.banned, "banned"),
      category("focus", scene.focus, "focus"),
      ...scene.away.map((code) => category("put_away", code, "away")),
      pile("draw", scene.draw), pile(scene.rounds ? "public" : "discards", scene.discards, scene.top));
  }

  /** Cards that lie open in the middle, and those that this player alone looks at. */
  drawCards(selector, pieces) {
    const { looking, table } = this.scene;
    const group = (word, keys) => (keys.length
      ? [make("span", { className: "caption", textContent: pieces.word(word) }), ...keys.map((key) => pieces.card(key))] : []);
    const open = table.filter((key) => !looking.includes(key));
    this.$(selector).replaceChildren(...group("looking", looking), ...group("middle", open));
  }

  drawHand(pieces) {
    const { hand, seats, viewer } = this.scene;
    const node = this.$(".hand");
    node.ariaLabel = pieces.word("hand", { name: seats[viewer].name });
    const cards = hand.map((key) => pieces.card(key));
    node.replaceChildren(...(cards.length ? cards : [make("p", { className: "nothing", textContent: pieces.word("empty_hand") })]));
  }

  drawQuestion(pieces) {
    const { choice, undo, seats, viewer } = this.scene;
    const prompt = this.$(".prompt");
    prompt.replaceChildren(make("b", { textContent: `${seats[viewer].name} · ` }), choice?.prompt ?? pieces.word("waits", { name: seats.find(({ turn }) => turn)?.name ?? "" }));
    // What stands on no tile is a button here; a home space is both, for on a phone the board may be folded away.
    const left = pieces.options.filter((one) => !pieces.used.has(one) || one.place?.[0] === 0);
    this.$(".answers").replaceChildren(...left.map((option) => pieces.button(option)));
    this.$(".answers").classList.toggle("wide", left.some((one) => one.power && one.key.startsWith("library:")));
    const button = this.$(".undo");
    button.textContent = `↶ ${pieces.word("undo")}`;
    button.disabled = !undo;
    button.title = pieces.word(undo ? (undo.redeal ? "undo_redeal" : "undo_plain") : "undo_none");
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
    const lit = Object.fromEntries(["board", "shelves", "log"].map((fold) => [fold, this.node.querySelectorAll(`.${fold} .lit`).length]));
    const question = `${this.scene.key}/${this.scene.step}`;
    if (question !== this.question) {
      this.question = question;
      if (!lit[this.fold]) this.fold = lit.board ? "board" : lit.shelves ? "shelves" : this.fold;
    }
    const tabs = Object.entries(lit).map(([fold, count]) => {
      const tab = make("button", { type: "button", role: "tab", textContent: this.kit.words[fold] });
      tab.dataset.opens = fold;
      if (count) tab.append(make("span", { className: "count", textContent: count }));
      tab.onclick = () => this.open(fold);
      return tab;
    });
    this.$(".folds").replaceChildren(...tabs);
    this.open(this.fold);
  }

  open(fold) {
    this.fold = fold;
    this.node.dataset.fold = fold;
    for (const tab of this.$(".folds").children) tab.setAttribute("aria-selected", String(tab.dataset.opens === fold));
  }

  drawCurtain() {
    for (const part of [".state", ".folds", ".board", ".shelves", ".tray", ".hand", ".answers"]) this.$(part).replaceChildren();
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

  /** Arrow keys go from one lit thing to the nearest in that direction. */
  onKey(event) {
    const step = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    const from = this.root.activeElement;
    if (!step || !from?.matches(".lit, .answer")) return;
    const middle = (node) => {
      const box = node.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [x, y] = middle(from);
    let best = null;
    for (const node of this.node.querySelectorAll(".lit, .answer")) {
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
}

const tables = new WeakMap();
const shared = (window[Symbol.for("shelfmark.play")] ??= {});

/** Draws a scene in a component's place; called by the small component that travels with each scene. */
shared.draw = (root, scene, send) => {
  let table = tables.get(root);
  if (!table) {
    table = new GameTable(root);
    tables.set(root, table);
  }
  table.send = send;
  table.update(scene, shared.kit);
};

export default function ({ data }) {
  shared.kit = data;
  window.dispatchEvent(new Event("shelfmark:play"));
}
