// Everybody's shelf, the viewer's own first, with the spaces where a card may go.

class Shelves {
  constructor(node) {
    this.node = node;
  }

  draw(pieces) {
    const { seats, viewer } = pieces.scene;
    const order = seats.map((_, step) => (viewer + step) % seats.length);
    this.node.replaceChildren(...order.map((seat) => this.seat(pieces, seat)));
  }

  seat(pieces, number) {
    const { scene, kit } = pieces;
    const seat = scene.seats[number];
    const own = number === scene.viewer;
    const { aids } = kit;
    const most = scene.most && { number: scene.shelved[number], most: scene.most };
    const facts = [most ? fill(aids.shelf_of, most) : pieces.word("on_shelf", { number: seat.shelf.length }), pieces.word("in_hand", { number: seat.hand })];
    const title = make("h2", {}, make("span", { className: `disc p${seat.hue}`, textContent: [...seat.name][0].toUpperCase() }),
      make("span", { className: "name", textContent: seat.name }));
    title.firstChild.setAttribute("aria-hidden", "true");
    if (seat.bot) title.append(make("span", { className: "tag", textContent: pieces.word("bot") }));
    if (seat.turn && scene.seats.length > 1) title.append(make("span", { className: "tag turn", textContent: pieces.word("turn") }));
    if (seat.first) title.append(make("span", { className: "tag", textContent: pieces.word("first") }));
    if (seat.shelf.length) title.append(this.points(pieces, seat, own));
    const node = make("section", { className: own ? "seat mine" : "seat" }, title,
      make("p", { className: "facts", textContent: facts.join(" · ") }));
    if (most) node.append(this.meter(most));
    node.dataset.place = `seat:${number}`;
    node.setAttribute("aria-label", pieces.word("shelf", { name: seat.name }));
    if (seat.library && !own) {
      const [name, power] = kit.assistants[seat.library];
      node.append(make("p", { className: "facts", textContent: `${kit.libraries[seat.library]} · ${name}`, title: power }));
    }
    node.append(this.crew(pieces, seat, number, own), this.rows(pieces, seat, own));
    if (own && scene.buried.length) {
      const cards = scene.buried.map((key) => pieces.card(key, { up: false }));
      node.append(make("div", { className: "stock" }, make("span", { className: "caption", textContent: pieces.word("buried_own") }), ...cards));
    }
    return node;
  }

  /** The points as the shelf lies; a plus where some cannot be known. One's own open the rows of the form. */
  points(pieces, seat, own) {
    const { aids } = pieces.kit;
    const word = own ? (seat.more ? "points_alone" : "points_known") : "points_more";
    const node = make(own ? "button" : "span", { className: "points", textContent: `${withMinus(seat.points)}${seat.more ? "+" : ""}` });
    node.title = node.ariaLabel = fill(aids[word], { number: withMinus(seat.points) });
    if (own) {
      node.type = "button";
      node.dataset.key = "points";
    } else {
      node.setAttribute("role", "img");
    }
    return node;
  }

  /** How full a shelf is: a full one brings the last round. */
  meter({ number, most }) {
    const full = make("i", {});
    full.style.width = `${Math.min(100, (100 * number) / most)}%`;
    const node = make("span", { className: number >= most ? "meter full" : "meter" }, full);
    node.setAttribute("aria-hidden", "true");
    return node;
  }

  /** The assistants that are still to be placed, and those at home. */
  crew(pieces, seat, number, own) {
    const row = make("div", { className: "crew" });
    const group = (word, powers) => {
      if (!powers.length) return;
      row.append(make("span", { className: "caption", textContent: pieces.word(word) }),
        ...powers.map((power) => pieces.pawn(number, power)));
    };
    group("to_place", seat.free);
    if (!own) group("at_home", seat.home);
    return row;
  }

  rows(pieces, seat, own) {
    const spaces = own ? pieces.options.filter((one) => one.space) : [];
    const all = [...seat.shelf.map(([row, column]) => [row, column]), ...spaces.map((one) => one.space)];
    const grid = make("div", { className: "rows" });
    if (!all.length) {
      grid.append(make("p", { className: "nothing", textContent: pieces.word("empty_shelf") }));
      return make("div", { className: "scroller" }, grid);
    }
    const least = [0, 1].map((axis) => Math.min(...all.map((place) => place[axis])));
    const most = [0, 1].map((axis) => Math.max(...all.map((place) => place[axis])));
    grid.style.gridTemplateColumns = `repeat(${most[1] - least[1] + 1}, minmax(var(--least), var(--most)))`;
    grid.style.setProperty("--columns", most[1] - least[1] + 1);
    const put = (node, [row, column]) => {
      node.style.gridArea = `${row - least[0] + 1} / ${column - least[1] + 1}`;
      grid.append(node);
    };
    for (const [row, column, key, up, buried] of seat.shelf) {
      const at = [row, column];
      const here = spaces.filter(({ space }) => space[0] === row && space[1] === column);
      const card = pieces.card(key, { up: Boolean(up), buried: Boolean(buried), label: `${row + 1}, ${column + 1}` });
      put(here.length ? this.bury(pieces, card, here) : card, at);
    }
    const taken = (place) => seat.shelf.some(([row, column]) => row === place[0] && column === place[1]);
    for (const option of spaces.filter((one) => !taken(one.space))) {
      pieces.used.add(option);
      put(pieces.piece("gap", option.label, option, option.change ? null : "+"), option.space);
    }
    return make("div", { className: "scroller", role: "group", tabIndex: 0, ariaLabel: pieces.word("shelf", { name: seat.name }) }, grid);
  }

  /** A card on or under which another may be buried (S7), or that a group leaves when it moves (S11). */
  bury(pieces, card, options) {
    const node = make("div", { className: "burying" }, card);
    for (const option of options) {
      pieces.used.add(option);
      const free = option.how === "at";
      node.append(pieces.piece(free ? "half whole" : "half", option.label, option, free ? "+" : pieces.word(option.how)));
    }
    return node;
  }
}
