// What lies in the middle of Fort's table: the victory track, the park, the cards in play, the perks on offer.

const NEAR = 3; // spaces of the track: discs nearer than this would touch on a phone

class Park {
  constructor(node) {
    this.node = node;
  }

  draw(pieces) {
    const tiles = [this.park(pieces), this.play(pieces), this.track(pieces), this.offer(pieces)];
    this.node.replaceChildren(...tiles.filter(Boolean));
  }

  tile(className, title, ...children) {
    return make("article", { className: `tile ${className}`, "data-place": className.split(" ")[0].replace("in-", "") }, make("h2", { textContent: title }), ...children);
  }

  track(pieces) {
    const { seats } = pieces.scene;
    const line = make("div", { className: "line" });
    for (let at = 0; at <= TRACK; at += 5) {
      const tick = make("span", { className: "tick", textContent: at });
      tick.style.setProperty("--at", at / TRACK);
      line.append(tick);
    }
    const lanes = this.lanes(seats.map(({ track }) => Math.min(track, TRACK)));
    line.style.setProperty("--lanes", Math.max(...lanes) + 1);
    seats.forEach(({ name, track, hue }, seat) => {
      const disc = make("span", { className: `disc p${hue}`, textContent: [...name][0].toUpperCase(), title: `${name}: ${track}` });
      disc.setAttribute("role", "img");
      disc.ariaLabel = `${name}: ${track}`;
      disc.style.setProperty("--at", Math.min(track, TRACK) / TRACK);
      disc.style.setProperty("--lane", lanes[seat]);
      line.append(disc);
    });
    return this.tile("track", pieces.word("track"), line);
  }

  /** The lane of each disc, from the lowest: discs that stand near each other stand one above the other. */
  lanes(spaces) {
    const lanes = [];
    spaces.forEach((space, seat) => {
      const taken = lanes.filter((_, other) => Math.abs(spaces[other] - space) < NEAR);
      lanes[seat] = spaces.findIndex((_, lane) => !taken.includes(lane));
    });
    return lanes;
  }

  park(pieces) {
    const { park, deck } = pieces.scene;
    const option = pieces.take((one) => one.key === "deck");
    const name = pieces.word("deck", { number: deck });
    const pile = pieces.piece("card deck", name, option, make("span", { className: "face back" }, make("b", { textContent: deck })));
    pile.title = name;
    return this.tile("park", pieces.word("board"), make("div", { className: "stock" }, ...pieces.cards(park, ["park"]), pile));
  }

  play(pieces) {
    const { played, added, declared, follow, waiting, seats, phase } = pieces.scene;
    if (phase === "draft") return null;
    if (!played.length) {
      const facts = ["nothing_played", "hold"].map((word) => make("p", { className: "facts", textContent: pieces.word(word) }));
      return this.tile("in-play", pieces.word("in_play"), ...facts);
    }
    const beside = make("div", { className: "beside" });
    if (added.length) beside.append(make("div", { className: "row" }, make("span", { className: "caption", textContent: `+ ${pieces.word("added")}` }), ...added.map((key) => pieces.slip(key))));
    if (declared) beside.append(make("p", { className: "facts", textContent: pieces.word("declared", { suit: pieces.kit.suits[declared] }) }));
    if (follow.length) {
      const suits = follow.map((suit) => symbol(suit, pieces.kit.suits[suit]));
      beside.append(make("p", { className: "follow" }, make("span", { textContent: pieces.word("follow_with") }), ...suits));
      const names = waiting.map((seat) => seats[seat].name).join(", ");
      if (names) beside.append(make("p", { className: "facts", textContent: pieces.word("waiting", { names }) }));
    }
    return this.tile("in-play busy", pieces.word("in_play"), make("div", { className: "stock" }, ...pieces.cards(played), beside));
  }

  offer(pieces) {
    const { perks, macaroni } = pieces.scene;
    if (!perks.length && !macaroni) return null;
    const entries = perks.map((key) => {
      const [name, effect] = pieces.kit.perks[key];
      return make("li", {}, make("b", { textContent: name }), make("small", { textContent: effect }));
    });
    if (macaroni) entries.push(make("li", {}, make("b", { textContent: pieces.word("macaroni") })));
    return this.tile("offer", pieces.word("offer"), make("ul", { className: "perks" }, ...entries));
  }
}
