// How Ex Libris is played, and what a tile, an assistant or the points mean: bodies of sheets (see close_up.js).

const drawn = (svg) => make("div", { className: "drawn", innerHTML: svg });

/** A name and what it does; `assumed`: what of it no rulebook prints. */
const entry = (sign, name, effect, assumed) => make("li", {}, sign, make("span", {}, make("b", { textContent: name }),
  make("span", { textContent: effect }), assumed ? make("small", { textContent: assumed }) : null));

function locationEntries({ locations }, { board }) {
  return board.map(({ number }) => {
    const [name, effect, assumed] = locations[number];
    return entry(make("span", { className: "number", textContent: number }), name, effect, assumed);
  });
}

function assistantEntries({ assistants, libraries }, { seats }) {
  const star = () => make("span", { className: "number", textContent: "★" });
  return seats.filter((seat) => seat.library).map((seat) => {
    const [name, effect, assumed] = assistants[seat.library];
    return entry(star(), `${name} · ${libraries[seat.library]} · ${seat.name}`, effect, assumed);
  });
}

/** The books of each category on one's shelf: the banned one struck out, the smallest of the others framed. */
function recordOf(kit, scene) {
  const { books } = scene.own;
  const least = Math.min(...Object.entries(books).filter(([code]) => code !== scene.banned).map(([, count]) => count));
  const cells = Object.entries(books).map(([code, count]) => {
    const kinds = { banned: code === scene.banned, least: code !== scene.banned && count === least, focus: code === scene.focus, prominent: code === scene.prominent };
    const cell = make("li", { className: Object.keys(kinds).filter((kind) => kinds[kind]).join(" ") }, badge(code), make("b", { textContent: count }));
    const words = ["prominent", "banned", "focus"].filter((kind) => kinds[kind]).map((kind) => kit.words[kind]);
    cell.title = [kit.categories[code], ...words].join(", ");
    cell.append(make("small", { textContent: cell.title }));
    return cell;
  });
  return make("ul", { className: "record" }, ...cells);
}

/** A row of the form: its name, what it asks for, and what the own shelf brings now. */
function rowOf(scene, row, title, note, svg) {
  const [points, now] = scene.own.rows[row];
  const value = row === "a1" ? "" : points === null ? "?" : withMinus(points);
  return make("section", { className: "row" },
    make("h4", {}, make("span", { className: "number", textContent: row.toUpperCase() }), title, value ? make("b", { className: "value", textContent: value }) : null),
    note ? make("p", { textContent: note }) : null, svg ? drawn(svg) : null, make("p", { className: "now", textContent: now }));
}

/** The rows of the form with the own shelf's numbers, and their total. */
function inspectionRows(kit, scene) {
  const rows = kit.sheet.flatMap(({ blocks }) => blocks).filter(({ row }) => row);
  return [recordOf(kit, scene), ...rows.map(({ row, title, note }) => rowOf(scene, row, title, note)),
    make("p", { className: "sum", textContent: `${kit.total}: ${withMinus(scene.own.total)}${scene.own.rows.b2[0] === null ? "+" : ""}` })];
}

/** What a block of a chapter shows; null where this game lacks it. */
function blockOf(kit, scene, block) {
  if (block.text) return make("p", { textContent: block.text });
  if (block.step) return make("p", { className: "step", textContent: block.step });
  if (block.last) return scene.most ? make("p", { textContent: fill(block.last, { number: scene.most }) }) : null;
  if (block.row) return scene.own && rowOf(scene, block.row, block.title, block.note, block.figure);
  if (block.record) return scene.own && make("div", {}, make("h4", {}, make("span", { className: "number", textContent: "A2" }), block.record), recordOf(kit, scene));
  if (block.figure) return drawn(block.figure);
  const entries = scene.board && (block.list === "locations" ? locationEntries(kit, scene) : assistantEntries(kit, scene));
  return entries?.length ? make("ul", { className: "entries" }, ...entries) : null;
}

/** The whole sheet: contents, then the chapters; under a curtain without what is on the table. */
function sheetBody(kit, scene, chapter = "goal") {
  const parts = kit.sheet.map(({ name, title, blocks }) => {
    if (name === "alone" && !scene.rounds) return null;
    const shown = blocks.map((block) => blockOf(kit, scene, block)).filter(Boolean);
    if (!shown.length) return null;
    const part = make("section", { className: "chapter" }, make("h3", { textContent: title }), ...shown);
    part.dataset.chapter = name;
    return part;
  }).filter(Boolean);
  const contents = make("nav", { className: "contents" }, ...parts.map((part) => {
    const link = make("button", { type: "button", textContent: part.querySelector("h3").textContent });
    link.onclick = () => part.scrollIntoView({ block: "start" });
    return link;
  }));
  setTimeout(() => { if (chapter !== "goal") parts.find((part) => part.dataset.chapter === chapter)?.scrollIntoView({ block: "start" }); });
  return [contents, ...parts];
}

/** What a tile, an assistant or the own points say close up; undefined for a card. */
function explained(kit, scene, key) {
  const [kind, name] = key.split(":");
  const page = (title, ...lines) => ({ name: title, body: lines.filter(Boolean).map((text) => make("p", { textContent: text })) });
  if (kind === "location") {
    const [title, effect, assumed] = kit.locations[name];
    return page(`${name} · ${title}`, effect, assumed);
  }
  if (kind === "assistant") {
    const [title, effect, assumed] = kit.assistants[name];
    return page(title, effect, assumed);
  }
  if (kind === "home") {
    const { library } = scene.seats[scene.viewer];
    const [title, power, assumed] = library ? kit.assistants[library] : [];
    return page(library ? kit.libraries[library] : kit.words.library, kit.words.home_effect, library && `★ ${title}: ${power}`, assumed);
  }
  if (kind === "points") return { name: kit.rows, wide: true, body: inspectionRows(kit, scene) };
  return undefined;
}
