// A whole game that is over, step by step: it plays or waits, and goes back and forth.

class Watch {
  constructor(table) {
    this.table = table;
    this.timer = null;
    const tool = (sign, then) => {
      const node = make("button", { type: "button", className: "tool" }, make("span", { className: "sign", textContent: sign }));
      node.onclick = then;
      return node;
    };
    this.back = tool("‹", () => this.goes(this.number - 1));
    this.play = tool("", () => (this.timer === null ? this.plays() : this.waits()));
    this.next = tool("›", () => this.goes(this.number + 1));
    this.where = make("input", { type: "range", min: 0, step: 1 });
    this.where.oninput = () => this.goes(Number(this.where.value));
    this.pace = make("select", {}, ...["slow", "fast"].map((value) => make("option", { value })));
    this.pace.value = table.settings.pace;
    this.bar = make("div", { className: "watch", role: "group" }, this.back, this.play, this.next, this.where, this.pace);
    table.$(".dock").append(this.bar);
  }

  /** Shows a scene with its `watch` from the beginning, or goes on with it in another language; it plays by itself where
   * things may move.
   */
  update(scene, { aids }) {
    for (const [node, word] of [[this.back, aids.watch_back], [this.next, aids.watch_next], [this.where, aids.watch_where], [this.pace, aids.watch_pace], [this.bar, aids.watch]]) {
      node.ariaLabel = node.title = word;
    }
    for (const option of this.pace.options) option.textContent = aids[`speed_${option.value}`];
    if (this.watched !== scene.watch) {
      this.watched = scene.watch;
      this.tables = [scene.watch.first];
      for (const { patch } of scene.watch.steps) this.tables.push(patched(this.tables.at(-1), patch));
      this.where.max = scene.watch.steps.length;
    }
    const shown = `${scene.key}/${scene.viewer}`;
    if (this.shown === shown) {
      this.draw();
      return;
    }
    this.shown = shown;
    this.number = 0;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) this.waits();
    else this.plays();
  }

  /** From where it is; from the beginning where it has come to the end. */
  plays() {
    clearTimeout(this.timer); // another's eyes may come while it plays
    const { steps } = this.table.scene.watch;
    if (this.number === steps.length) this.number = 0;
    const seen = () => seenFor(this.pace.value, steps[this.number - 1]?.say.length ?? 1);
    const next = () => {
      if (!this.table.node.isConnected) return; // the page has left it
      this.number += 1;
      this.timer = this.number < steps.length ? setTimeout(next, seen()) : null;
      this.draw();
    };
    this.timer = setTimeout(next, seen());
    this.draw();
  }

  waits() {
    clearTimeout(this.timer);
    this.timer = null;
    this.draw();
  }

  /** Waits at a step. */
  goes(number) {
    this.number = Math.min(Math.max(number, 0), this.tables.length - 1);
    this.waits();
  }

  draw() {
    const { table, number, tables } = this;
    const { scene, kit: { aids } } = table;
    const { steps } = scene.watch;
    const log = steps.slice(0, number).flatMap(({ say }) => say).slice(-60);
    const now = { ...scene, ...tables[number], log, news: steps[number - 1]?.say.length ?? 0 };
    const { say, at } = steps[number - 1] ?? { say: [aids.begun], at: [] };
    table.step(now, say, at, fill(aids.of_steps, { number, most: steps.length }), []);
    table.scene = now; // sheets that are opened tell of this step
    const playing = this.timer !== null;
    this.play.firstElementChild.textContent = playing ? "❚❚" : "▶";
    this.play.ariaLabel = this.play.title = playing ? aids.watch_wait : aids.watch_play;
    this.where.value = number;
    this.where.ariaValueText = fill(aids.of_steps, { number, most: steps.length });
    this.back.disabled = number === 0;
    this.next.disabled = number === steps.length;
  }
}
