"""The effects of the 18 locations, L1 to L18 (RULES 7)."""

from __future__ import annotations

from itertools import chain

from scorer.cards import Category
from scorer.play.choices import Asks, Effect, Option
from scorer.play.placement import arrive
from scorer.play.rack import DIRECTIONS, LEFT, RIGHT
from scorer.play.state import HOME, HOME_SPACES, SEATS
from scorer.play.table import Table, Visit
from scorer.play.tiles import DIVINERS_HUT, delayed, instant

#: L7: cards turned up in the Gambling Den.
GAMBLED_CARDS = 4
#: L12: cards turned up for each assistant in the Drafthouse.
CARDS_PER_DRINKER = 2
#: L17: cards drawn for each one that an opponent took.
CARDS_PER_SALE = 2


@instant(1)
def l1_diviners_hut(t: Table, v: Visit) -> Effect:
    yield from t.draw(v, t.placed(v.seat))
    t.s.first = v.seat


@instant(2)
def l2_book_swap(t: Table, v: Visit) -> Effect:
    hand, stock = t.s.hands[v.seat], t.s.stock[v.location]
    if not hand or not stock:
        return
    given = yield from t.must_choose_card(v.seat, "give", v.source, hand)
    taken = yield from t.must_choose_card(v.seat, "take", v.source, stock)
    hand.remove(given)
    stock.append(given)
    kept = yield from t.take_from(v, stock, taken)
    yield from t.may_shelve(v, [kept])


@delayed(3)
def l3_auction_house(t: Table, visits: list[Visit]) -> Effect:
    v = visits[-1]  # the only one: a higher bid sends the lower one home
    stock = t.s.stock[v.location]
    # Who holds too few cards "gets no cards" (a note of all three books) and so discards none. Who holds
    # enough must pay: the books say "discard", and "may" only of the shelving that follows.
    if not stock or len(t.s.hands[v.seat]) < v.space:
        return
    yield from t.discard_any(v, shelf_too=False, least=v.space, most=v.space)
    kept = []
    for card in list(stock):
        kept.append((yield from t.take_from(v, stock, card)))
    yield from t.may_shelve(v, kept)


@instant(4)
def l4_donation_drop(t: Table, v: Visit) -> Effect:
    if (yield from t.discard_any(v, shelf_too=True, least=1)):
        least = 1 if t.rules.donation_drop_shelving == "one_or_two" else 0
        yield from t.may_shelve(v, t.s.hands[v.seat], least=least, most=2)


@instant(5)
def l5_community_center(t: Table, v: Visit) -> Effect:
    stock = t.s.stock[v.location]
    if not stock:
        return
    card = yield from t.must_choose_card(v.seat, "take", v.source, stock)
    kept = yield from t.take_from(v, stock, card)
    yield from t.may_shelve(v, [kept])
    if stock:
        card = yield from t.must_choose_card(v.seat, "give", v.source, stock)
        opponents = [t.book.player(t.names[seat], seat) for seat in t.s.others(v.seat)]
        option = yield t.ask(v.seat, "give_to", v.source, opponents, card)
        guest = Visit(option.number, None, v.location, 0, None, v.source)
        yield from t.take_from(guest, stock, card)
        yield from t.may_shelve(guest, [card])


@instant(6)
def l6_wishing_well(t: Table, v: Visit) -> Effect:
    gone = yield from t.discard_any(v, shelf_too=False)
    new = yield from t.draw(v, len(gone) + 1)
    yield from t.may_shelve(v, new, most=1)


@instant(7)
def l7_gambling_den(t: Table, v: Visit) -> Effect:
    bets = yield from _bets(t, v)
    cards = t.turn_up(GAMBLED_CARDS)
    most = max(t.books(cards, [category]) for category, _ in bets)
    best = [bet for bet in bets if t.books(cards, [bet[0]]) == most]
    order = t.s.others(v.seat)
    if t.rules.gambling_den_ties == "counter_clockwise":
        order.reverse()
    winner = next(seat for seat in [v.seat, *order] if any(bet.seat == seat for _, bet in best))
    own = {category: bet for category, bet in best if bet.seat == winner}
    category = next(iter(own))
    if len(own) > 1:  # cs: whoever bet twice wins with one of the two
        options = [option for option in t.book.categories if option.category in own]
        option = yield t.ask(winner, "category", v.source, options)
        assert option.category is not None
        category = option.category
    kept = []
    for card in cards:
        if t.has(card, category):
            kept.append((yield from t.take_from(own[category], t.s.table, card)))
    t.s.discard += t.s.table
    t.s.table.clear()
    yield from t.may_shelve(own[category], kept, most=len({bet.seat for _, bet in bets}))


def _bets(t: Table, v: Visit) -> Asks[list[tuple[Category, Visit]]]:
    """L7: the categories named, each with the assistant for which it was named; the visitor begins."""
    bets: list[tuple[Category, Visit]] = []
    for seat in [v.seat, *t.s.others(v.seat)]:
        own = [there for there in t.present(v.location) if there[1] // SEATS == seat]
        if seat == v.seat:
            own.sort(key=lambda there: there[1] != v.assistant)  # the newcomer bets first
        if t.rules.gambling_den_categories == "player":
            del own[1:]
        for space, assistant in own:
            different = t.rules.gambling_den_repeats == "different"
            taken = {category for category, _ in bets} if different else ()
            category = yield from t.name_category(seat, v.source, taken)
            bets.append((category, t.visit(seat, assistant, v.location, space)))
    return bets


@instant(8)
def l8_librarians_lodge(t: Table, v: Visit) -> Effect:
    left = ["lodge_move", "lodge_shelf"]
    while True:
        possible = {"lodge_move": bool(_movable(t, v.seat)), "lodge_shelf": bool(t.s.shelves[v.seat].cards)}
        options = [t.book.word(action) for action in left if possible[action]]
        if not options:
            return
        option = yield t.ask(v.seat, "lodge", v.source, [*options, t.book.word("done")])
        if option.key == "done":
            return
        left.remove(option.key)
        if option.key == "lodge_move":
            moved = yield t.ask(v.seat, "lodge_move", v.source, _movable(t, v.seat))
            assert moved.location is not None
            t.leave_place(moved.number, moved.location)
            yield from arrive(t, v.seat, moved.number, HOME, 0)
        else:
            yield from _rearrange(t, v)


def _movable(t: Table, seat: int) -> list[Option]:
    """L8 (A): a player's assistants at locations, while a home space is free."""
    if len(t.s.home[seat]) == HOME_SPACES:
        return []
    return [
        t.book.standing(t.s.power(assistant), location, space, assistant)
        for location in t.s.locations()
        for space, assistant in t.s.at[location]
        if assistant // SEATS == seat
    ]


def _rearrange(t: Table, v: Visit) -> Effect:
    """L8 (B). Ruling: a swap exchanges the cards on top; what the Mummy buried beneath stays where it is."""
    hand, rack = t.s.hands[v.seat], t.s.shelves[v.seat]
    possible = {"swap_hand": bool(hand), "swap_shelf": len(rack.cards) > 1, "reshelve": True}
    ways = [way for way, may in possible.items() if may]
    option = yield t.ask(v.seat, "lodge_shelf", v.source, [t.book.word(way) for way in ways])
    card = yield from t.must_choose_card(v.seat, "from_shelf", v.source, rack.cards.values())
    place = rack.place_of(card)
    if option.key == "reshelve":
        yield from t.shelve(v, card, lifted=place)
    elif option.key == "swap_hand":
        other = yield from t.must_choose_card(v.seat, "swap_with", v.source, hand)
        hand[hand.index(other)] = card
        rack.cards[place] = other
        t.s.show([other])
        rack.down.discard(place)
    else:
        others = [there for there in rack.cards.values() if there != card]
        other = yield from t.must_choose_card(v.seat, "swap_with", v.source, others)
        swapped = rack.place_of(other)
        rack.cards[place], rack.cards[swapped] = other, card
        if (place in rack.down) != (swapped in rack.down):
            rack.down ^= {place, swapped}  # each card stays face up or face down


@instant(9)
def l9_book_collector(t: Table, v: Visit) -> Effect:
    # Without the tile's card (S3, or no draws left) the effect goes on, but no book counts.
    wanted = set(chain.from_iterable(t.cards[card].categories for card in t.s.stock[v.location]))
    gone = yield from t.discard_any(v, shelf_too=True)
    new = yield from t.draw(v, t.books(gone, wanted) // 2)
    yield from t.may_shelve(v, new, most=2)


@instant(10)
def l10_bookseller(t: Table, v: Visit) -> Effect:
    yield from _take_one(t, v)


def _take_one(t: Table, v: Visit) -> Effect:
    """Takes one of the location's cards, which may be shelved; nothing when there is none."""
    stock = t.s.stock[v.location]
    if stock:
        card = yield from t.must_choose_card(v.seat, "take", v.source, stock)
        kept = yield from t.take_from(v, stock, card)
        yield from t.may_shelve(v, [kept])


@delayed(11)
def l11_garbage_dump(t: Table, visits: list[Visit]) -> Effect:
    for v in visits:
        discard = t.s.discard
        if not discard:
            return
        category = yield from t.name_category(v.seat, v.source)
        found = [card for card in discard if t.has(card, category)]
        if found:
            t.look(v.seat, discard)
            end = "done" if t.rules.garbage_dump_take == "may" else None
            card = yield from t.choose_card(v.seat, "take", v.source, found, end)
            t.s.looking = None
            if card is not None:
                kept = yield from t.take_from(v, discard, card)
                yield from t.may_shelve(v, [kept])


@delayed(12)
def l12_drafthouse(t: Table, visits: list[Visit]) -> Effect:
    cards = t.turn_up(CARDS_PER_DRINKER * len(visits))
    while cards:
        for v in visits:
            if cards:
                card = yield from t.must_choose_card(v.seat, "take", v.source, cards)
                cards.remove(card)
                kept = yield from t.take_from(v, t.s.table, card)
                yield from t.may_shelve(v, [kept])


@instant(13)
def l13_mystery_shack(t: Table, v: Visit) -> Effect:
    stock = t.s.stock[v.location]
    if not stock:
        return
    category = yield from t.name_category(v.seat, v.source)
    t.look(v.seat, stock)
    kept = []
    found = [card for card in stock if t.has(card, category)]
    takes_all = t.rules.mystery_shack_take == "all"
    if takes_all or not found:
        yield t.ask(v.seat, "look", v.source, [t.book.word("done")])
    while found:
        card = found[0] if takes_all else (yield from t.choose_card(v.seat, "take", v.source, found, "done"))
        if card is None:
            break
        found.remove(card)
        kept.append((yield from t.take_from(v, stock, card)))
        t.look(v.seat, stock)
    t.s.looking = None
    yield from t.may_shelve(v, kept, most=1)


@instant(14)
def l14_thrift_store(t: Table, v: Visit) -> Effect:
    yield from _take_one(t, v)
    if len(t.present(v.location)) > 1:
        yield from _take_one(t, v)


@instant(15)
def l15_assistants_guild(t: Table, v: Visit) -> Effect:
    # A space of the Guild itself may be taken too. pt and fr: "a space of a location" that an opponent holds;
    # cs: "on another tile", after "the tile of your library", so another than that one.
    held = [
        t.book.standing(t.s.power(assistant), location, space, assistant)
        for location in t.s.locations()
        for space, assistant in t.s.at[location]
        if assistant // SEATS != v.seat
    ]
    # S5: the Hut keeps the Ghost out, and the Hut is a location too.
    spooky = [option for option in held if option.location != DIVINERS_HUT]
    targets = {a: spooky if t.s.power(a) == "ghost" else held for a in t.s.home[v.seat]}
    options = [t.book.standing(t.s.power(a), HOME, 0, a) for a, spaces in targets.items() if spaces]
    if not options:
        return
    sent = yield t.ask(v.seat, "guild_assistant", v.source, options)
    target = yield t.ask(v.seat, "guild_space", v.source, targets[sent.number])
    assert target.location is not None
    assert target.at is not None
    t.leave_place(sent.number, HOME)
    t.send_home(target.location, target.number)
    yield from arrive(t, v.seat, sent.number, target.location, target.at)


@instant(16)
def l16_tax_collector(t: Table, v: Visit) -> Effect:
    stock = t.s.stock[v.location]
    for seat in t.s.others(v.seat):
        cards = t.owned(seat)
        if cards:
            card = yield from t.must_choose_card(seat, "put", v.source, cards)
            t.leave(seat, card, stock)
    if not stock:
        return
    if t.rules.tax_collector_trade == "put_here":
        put = yield from t.discard_any(v, shelf_too=True, to=stock)
    else:
        put = yield from t.discard_any(v, shelf_too=True, most=len(stock))
    kept = []
    for _ in put:
        card = yield from t.must_choose_card(v.seat, "take", v.source, stock)
        kept.append((yield from t.take_from(v, stock, card)))
    yield from t.may_shelve(v, kept)


@instant(17)
def l17_garage_sale(t: Table, v: Visit) -> Effect:
    hand, offer = t.s.hands[v.seat], t.s.table
    while hand:
        card = yield from t.choose_card(v.seat, "show", v.source, hand, "done")
        if card is None:
            break
        t.leave(v.seat, card, offer)
    shown, passes, buyers = len(offer), 0, t.s.others(v.seat)
    while offer and passes < len(buyers):
        buyer = Visit(buyers[0], None, v.location, 0, None, v.source)
        buyers.append(buyers.pop(0))
        card = yield from t.choose_card(buyer.seat, "offer", v.source, offer, "pass")
        if card is None:
            passes += 1
            continue
        passes = 0
        yield from t.take_from(buyer, offer, card)
        yield from t.may_shelve(buyer, [card])
    sold = shown - len(offer)
    t.s.show(offer)
    if t.rules.garage_sale_unsold == "in_hand":
        hand += offer
        offer.clear()
    for _ in range(sold):
        yield from t.draw(v, CARDS_PER_SALE)
        if hand:
            yield from t.shelve_from_hand(v)
    hand += offer
    offer.clear()


@instant(18)
def l18_shelfmasons_guild(t: Table, v: Visit) -> Effect:
    rack = t.s.shelves[v.seat]
    if len(rack.cards) < 2:
        return  # a single card has nothing to move along
    first = yield from t.choose_card(v.seat, "run_first", v.source, rack.cards.values(), "done")
    if first is None:
        return
    row = _row_around(rack.cards, rack.place_of(first))
    last = yield from t.must_choose_card(v.seat, "run_last", v.source, [rack.cards[p] for p in row])
    ends = sorted([rack.place_of(first), rack.place_of(last)])
    run = list(range(ends[0], ends[1] + 1))
    ways = DIRECTIONS if t.rules.shelfmasons_slide == "four_ways" else ("left", "right")
    options = [t.book.slide(way, distance) for way, distance in rack.slides(run, ways)]
    option = yield t.ask(v.seat, "slide", v.source, [*options, t.book.word("done")])
    if option.key != "done":
        rack.shift(run, DIRECTIONS[option.key.split(":")[0]] * option.number)


def _row_around(cards: dict[int, int], place: int) -> list[int]:
    """The places of the unbroken row of cards that a place belongs to."""
    left, right = place, place
    while left + LEFT in cards:
        left += LEFT
    while right + RIGHT in cards:
        right += RIGHT
    return list(range(left, right + 1))
