// The board: a tile for each open location, with its spaces, who stands there and the cards on it.

class Board {
  constructor(node) {
    this.node = node;
  }

  draw(pieces) {
    const { scene } = pieces;
    const homes = scene.choice || scene.seats[scene.viewer] ? [this.home(pieces)] : [];
    this.node.replaceChildren(...homes, ...scene.board.map((location) => this.tile(pieces, location)));
  }

  tile(pieces, location) {
    const { kit } = pieces;
    const [name, effect, assumed] = kit.locations[location.number];
    const tile = this.frame(name, effect, `location:${location.number}`, location.number, assumed);
    tile.dataset.place = `tile:${location.number}`;
    if (location.permanent && !pieces.scene.rounds) {
      tile.querySelector("h2").append(make("span", { className: "permanent", textContent: pieces.word("permanent") }));
    }
    const spaces = make("div", { className: "spaces" });
    location.spaces.forEach((least, index) => spaces.append(...this.space(pieces, location, index + 1, least)));
    tile.append(spaces);
    if (location.cards.length) {
      tile.append(make("div", { className: "stock" }, ...location.cards.map((key) => pieces.card(key, { up: key !== null }))));
    }
    const whole = pieces.take((one) => one.tile === location.number);
    if (whole) {
      tile.classList.add("chosen-whole");
      tile.append(pieces.piece("whole", name, whole));
    }
    return tile;
  }

  /** A tile; its title, or the tile when it is held, opens what it does, and what of it is only `assumed`. */
  frame(name, effect, key, number, assumed) {
    const opens = make("button", { type: "button", className: "name" }, name, assumed ? make("span", { className: "assumed", textContent: "*" }) : null);
    opens.dataset.key = key;
    if (assumed) opens.title = assumed;
    const title = make("h2", {}, opens);
    if (number) title.prepend(make("span", { className: "number", textContent: number }));
    const tile = make("article", { className: "tile" }, title, make("p", { className: "effect", textContent: effect }));
    tile.dataset.holds = key;
    return tile;
  }

  /** One space: those who stand there, else the free space, else how many players it waits for. */
  space(pieces, location, at, least) {
    const place = pieces.take((one) => one.place && one.place[0] === location.number && one.place[1] === at);
    const here = location.here.filter(([space]) => space === at);
    if (here.length) {
      return here.map(([, seat, power]) => pieces.pawn(seat, power, place ?? this.standing(pieces, location.number, at, seat, power)));
    }
    if (least) {
      const closed = pieces.piece("space closed", pieces.word("needs", { players: least }), null, `${least}+`);
      closed.title = closed.ariaLabel;
      return [closed];
    }
    const free = pieces.word("free", { space: at });
    return [pieces.piece("space", place ? `${kitName(pieces, location.number)}, ${free}` : free, place, place && !place.change ? "+" : null)];
  }

  standing(pieces, location, at, seat, power) {
    const same = ([l, a, s, p]) => l === location && a === at && s === seat && p === power;
    return pieces.take((one) => one.pawn && same(one.pawn));
  }

  /** The viewer's own library, where the home actions are. */
  home(pieces) {
    const { scene, kit } = pieces;
    const seat = scene.seats[scene.viewer];
    const tile = this.frame(seat.library ? kit.libraries[seat.library] : pieces.word("library"), pieces.word("home_effect"), "home");
    tile.classList.add("own");
    if (seat.library) {
      const [name, power] = kit.assistants[seat.library];
      tile.append(make("p", { className: "effect power" }, make("b", { textContent: `★ ${name}: ` }), power));
    }
    const spaces = make("div", { className: "spaces" });
    seat.home.forEach((power) => spaces.append(pieces.pawn(scene.viewer, power, this.standing(pieces, 0, 0, scene.viewer, power))));
    for (let at = seat.home.length; at < 3; at += 1) {
      const place = pieces.take((one) => one.place?.[0] === 0);
      spaces.append(pieces.piece("space", place ? place.label : pieces.word("free", { space: at + 1 }), place, place && !place.change ? "+" : null));
    }
    tile.append(spaces);
    return tile;
  }
}

const kitName = (pieces, number) => pieces.kit.locations[number][0];
