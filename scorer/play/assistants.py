"""The special assistants S1 to S12 (RULES 8), in the order in which their abilities come.

Where each ability lives: the Sasquatch, Cube, Ghost, Automaton, Fire Imp and Goblin act on an arrival, here.
The Mummy and Wizard act in `Table.shelve`, the Witch in `Table.gain`, the Snowman and the limits of the
Sasquatch and the Ghost in `placement`, the Bookworm here at home, the Trash Golem here in P3.
"""

from __future__ import annotations

from scorer.play.choices import Effect
from scorer.play.state import SEATS
from scorer.play.table import Table, Visit
from scorer.play.tiles import MYSTERY_SHACK


def before_effect(t: Table, v: Visit) -> Effect:
    """What comes before the effect of the location: those already there first, then the visitor."""
    for _, assistant in list(t.present(v.location)):
        react = WATCHERS.get(t.s.power(assistant) or "")
        if react is not None and assistant // SEATS != v.seat:
            owner = t.visit(assistant // SEATS, assistant, v.location, 0)
            yield from react(t, owner, v)
    ability = ARRIVALS.get(v.power or "")
    if ability is not None:
        yield from ability(t, v)


def s1_sasquatch(t: Table, owner: Visit, visitor: Visit) -> Effect:
    """An opponent arrived: you may take the Sasquatch back, to place it again this round."""
    assert owner.assistant is not None
    if (yield from t.agrees(owner.seat, "sasquatch", t.edition.assistants["sasquatch"])):
        t.send_home(owner.location, owner.assistant)


def s4_gelatinous_cube(t: Table, owner: Visit, visitor: Visit) -> Effect:
    """An opponent who comes gives a random hand card or lets you do both home actions."""
    source = t.edition.assistants["gelatinous_cube"]
    hand = t.s.hands[visitor.seat]
    ways = ["give_random", "allow_both"] if hand else ["allow_both"]
    options = [t.book.word(way) for way in ways]
    option = yield t.ask(visitor.seat, "cube", source, options)
    if option.key == "give_random":
        card = t.s.shuffled(hand)[0]
        t.hand_over(visitor.seat, owner.seat, card)
        hand.remove(card)
        t.s.hands[owner.seat].append(card)
    else:
        yield from t.both_home_actions(owner)


def s5_ghost(t: Table, v: Visit) -> Effect:
    """In a space that an opponent holds: first draw a card."""
    if v.shared:
        yield from t.draw(v)


def s2_automaton(t: Table, v: Visit) -> Effect:
    """One home action for each of your other assistants already there."""
    here = [a for _, a in t.present(v.location)] if v.location else t.s.home[v.seat]
    for _ in [a for a in here if a // SEATS == v.seat and a != v.assistant]:
        yield from t.home_action(_named(t, v, "automaton"), may=True)


def s3_fire_imp(t: Table, v: Visit) -> Effect:
    """Discard one of the location's cards for one home action, or all of them for two."""
    cards = t.s.stock.get(v.location, [])
    if not cards:
        return
    named = _named(t, v, "fire_imp")
    options = [t.book.word("burn_one")]
    if len(cards) > 1:
        options.append(t.book.word("burn_all"))
    option = yield t.ask(v.seat, "imp", named.source, [*options, t.book.word("no")])
    if option.key == "no":
        return
    if option.key == "burn_all":
        t.s.discard += cards
        cards.clear()
        yield from t.home_action(named)
    else:
        if v.location == MYSTERY_SHACK:  # nobody sees these: one is as good as another
            card = cards[-1]
        else:
            card = yield from t.must_choose_card(v.seat, "discard", named.source, cards)
        cards.remove(card)
        t.s.discard.append(card)
    yield from t.home_action(named)


def s6_sneaky_goblin(t: Table, v: Visit) -> Effect:
    """Name a category to each opponent here: they give a card that has it, or show a hand without."""
    named = _named(t, v, "sneaky_goblin")
    here = {a // SEATS for _, a in t.present(v.location)}
    victims = [seat for seat in t.s.others(v.seat) if seat in here]
    gained = []
    while victims:
        options = [t.book.player(t.names[seat], seat) for seat in victims]
        option = yield t.ask(v.seat, "goblin", named.source, [*options, t.book.word("done")])
        if option.player is None:
            break
        victim = option.number
        victims.remove(victim)
        category = yield from t.name_category(v.seat, named.source)
        cards = [card for card in t.s.hands[victim] if t.has(card, category)]
        if cards:
            card = yield from t.must_choose_card(victim, "give", named.source, cards)
            gained.append((yield from t.take_from(v, t.s.hands[victim], card)))
        else:
            t.look(v.seat, t.s.hands[victim])
            yield t.ask(v.seat, "look", named.source, [t.book.word("done")])
            t.s.looking = None
    yield from t.may_shelve(named, gained)


def at_home(t: Table, v: Visit) -> Effect:
    """A placement at home: one home action; S10: with the Bookworm both, and once more for a discard."""
    if v.power == "automaton":
        yield from s2_automaton(t, v)
    if v.power != "bookworm":
        yield from t.home_action(v)
        return
    named = _named(t, v, "bookworm")
    yield from t.both_home_actions(named)
    gone = yield from t.discard_any(named, shelf_too=True, most=1)
    if gone:
        yield from t.both_home_actions(named)


def s8_trash_golem(t: Table, location: int) -> Effect:
    """P3: while the Golem stands at a location, its owner saves one of the cards about to be discarded.

    Locations are resolved in number order, so it still stands there up to and including its own.
    """
    for where, here in t.s.at.items():
        for space, assistant in here:
            if t.s.power(assistant) != "trash_golem" or where < location:
                continue
            v = _named(t, t.visit(assistant // SEATS, assistant, where, space), "trash_golem")
            cards = t.s.stock[location]
            t.s.table, t.s.stock[location] = cards, []  # face-down ones are turned up when discarded
            card = yield from t.choose_card(v.seat, "golem", v.source, cards, "pass")
            t.s.table, t.s.stock[location] = [], cards
            if card is not None:
                kept = yield from t.take_from(v, cards, card)
                yield from t.may_shelve(v, [kept])
            return


def _named(t: Table, v: Visit, power: str) -> Visit:
    """The same visit, asking in the assistant's name."""
    return Visit(v.seat, v.assistant, v.location, v.space, v.power, t.edition.assistants[power], v.shared)


WATCHERS = {"sasquatch": s1_sasquatch, "gelatinous_cube": s4_gelatinous_cube}
ARRIVALS = {
    "ghost": s5_ghost,
    "automaton": s2_automaton,
    "fire_imp": s3_fire_imp,
    "sneaky_goblin": s6_sneaky_goblin,
}
