// Everybody's part of Fort's table, the viewer's own first: points, fort, stuff, pack, lookout, yard.

const STUFF = 4; // of each resource

class Seats {
  constructor(node) {
    this.node = node;
  }

  draw(pieces) {
    const { seats, viewer } = pieces.scene;
    const order = seats.map((_, step) => (viewer + step) % seats.length);
    this.node.replaceChildren(...order.map((seat) => this.seat(pieces, seat)));
  }

  seat(pieces, number) {
    const { scene } = pieces;
    const seat = scene.seats[number];
    const own = number === scene.viewer;
    const title = make("h2", {}, pieces.disc(number), make("span", { className: "name", textContent: seat.name }));
    const tag = (word, className = "tag") => title.append(make("span", { className, textContent: pieces.word(word) }));
    if (seat.bot) tag("bot");
    if (seat.leads) tag("leads", "tag turn");
    if (seat.turn && !seat.leads) tag("turn", "tag turn");
    if (seat.first) tag("first");
    const node = make("section", { className: own ? "seat mine" : "seat" }, title, this.sums(pieces, seat, number),
      this.stores(pieces, seat, own), own ? this.next(pieces, seat) : null, this.yard(pieces, seat), this.secrets(pieces, seat, own));
    node.setAttribute("aria-label", seat.name);
    node.dataset.place = `seat:${number}`;
    return node;
  }

  sums(pieces, seat, number) {
    const [points] = pieces.kit.levels[seat.level];
    const fact = (name, text, label) => {
      const node = make("span", { className: "sum", title: label }, symbol(name), make("b", { textContent: text }));
      node.setAttribute("role", "img");
      node.ariaLabel = label;
      return node;
    };
    const level = `${pieces.word("level", { number: seat.level })}. ${pieces.word("worth", { number: points })}`;
    const counts = [pieces.word("in_hand", { number: seat.hand }), pieces.word("in_deck", { number: seat.deck })].join(" · ");
    const discards = make("button", { type: "button", className: "pile-of", textContent: pieces.word("in_discards", { number: seat.discards.length }) });
    discards.dataset.key = `discards-${number}`;
    return make("div", { className: "sums" },
      fact("point", seat.track, `${pieces.word("track")}: ${seat.track}`), fact("fort", seat.level, level),
      seat.macaroni ? make("span", { className: "tag", textContent: pieces.word("macaroni_of") }) : null,
      make("span", { className: "facts", textContent: counts }), discards);
  }

  stores(pieces, seat, own) {
    const named = (word, label, ...stores) => {
      const node = make("span", { className: "named" }, make("span", { className: "caption", textContent: pieces.word(word) }), ...stores);
      node.setAttribute("role", "img");
      node.ariaLabel = `${pieces.word(word)}: ${label}`;
      node.title = node.ariaLabel;
      return node;
    };
    const { pizza, toy } = pieces.kit.resources;
    const amounts = ([pizzas, toys]) => `${pizza} ${pizzas}, ${toy} ${toys}`;
    return make("div", { className: "stores" },
      named("stuff", amounts(seat.stuff), pieces.store(seat.stuff[0], 0, STUFF), pieces.store(0, seat.stuff[1], STUFF)),
      named("pack", amounts(seat.pack), pieces.store(...seat.pack, seat.holds)), this.lookout(pieces, seat, own));
  }

  /** What the next level of the own fort costs. */
  next(pieces, seat) {
    const level = seat.level + 1;
    if (level >= pieces.kit.levels.length) return null;
    const [, pizza, toys, either] = pieces.kit.levels[level];
    const cost = make("span", { className: "store" });
    for (const [name, count] of [["pizza", pizza], ["toy", toys], ["resource", either]]) {
      for (let n = 0; n < count; n += 1) cost.append(symbol(name));
    }
    const node = make("p", { className: "facts next" }, make("span", { textContent: pieces.word("next_level", { number: level }) }), cost);
    const { pizza: p, toy: t, resource: r = `${p}/${t}` } = pieces.kit.resources;
    node.setAttribute("role", "img");
    node.ariaLabel = `${node.textContent}: ${p} ${pizza}, ${t} ${toys}, ${r} ${either}`;
    return node;
  }

  lookout(pieces, seat, own) {
    const room = seat.level + 1 - seat.lookout.length;
    return make("span", { className: "named" }, make("span", { className: "caption", textContent: pieces.word("lookout") }),
      ...seat.lookout.map((key) => pieces.slip(key, own ? ["add_lookout"] : [])),
      ...Array.from({ length: Math.max(0, room) }, () => make("span", { className: "slip slot", title: pieces.word("empty") })));
  }

  yard(pieces, seat) {
    const caption = make("span", { className: "caption", textContent: pieces.word(seat.yard.length ? "yard" : "empty_yard") });
    return make("div", { className: "row yard" }, caption, ...pieces.cards(seat.yard, ["yard"]));
  }

  secrets(pieces, seat, own) {
    const entries = [];
    const add = (word, name, effect) => entries.push(make("p", { className: "facts" },
      make("span", { textContent: `${pieces.word(word)}: ` }), make("b", { textContent: name }), effect ? ` · ${effect}` : ""));
    if (seat.perk) add("perk", ...pieces.kit.perks[seat.perk]);
    if (own && pieces.scene.rule) add("rule_own", ...pieces.kit.rules[pieces.scene.rule]);
    else if (seat.ruled) entries.push(make("p", { className: "facts", textContent: pieces.word("rule_hidden") }));
    return entries.length ? make("div", { className: "secrets" }, ...entries) : null;
  }
}
