"""A game of Fort in the words of the screen: what is asked, what may be answered, what happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from pages.widgets.saying import labelled
from pages.words import Words
from scorer.editions import with_minus
from scorer.fort.play import Choice, Event, Option
from scorer.fort.words import Words as FortWords

#: Counts that a log tells of, in one line for each player and moment.
COUNTS = ("track", "level", "stuff_pizza", "stuff_toys", "pack_pizza", "pack_toys")


def prompt(choice: Choice, game: FortWords, screen: FortWords) -> str:
    """The question as a sentence; ``game`` are the words of the game, ``screen`` those that are read."""
    asked = screen.prompts[choice.kind].format(card="" if choice.card is None else choice.card.name)
    return labelled(translated(choice.source, game, screen), asked, screen.key)


def translated(source: str, game: FortWords, screen: FortWords) -> str:
    """The name of a phase or perk in other words; a card's name stays."""
    for one, other in ((game.perks, screen.perks), (game.labels, screen.labels)):
        for key, name in one.items():
            if name == source:
                return other[key]
    return source


def label(option: Option, screen: FortWords) -> str:
    """What an option's button says."""
    kind = option.key.partition(":")[0]
    if option.card is not None and option.zone is not None:
        card = option.card
        name = screen.zones[option.zone].format(name=card.name, suits=screen.symbols(card.suits))
        return screen.coin_as(name, option.suit)
    if option.suit is not None:
        return screen.suits[option.suit]
    if option.resource is not None:
        name = screen.resources[option.resource]
        return name if kind == "resource" else screen.labels[kind].format(resource=name)
    if option.rule is not None:
        return screen.rules[option.rule]
    if option.perk is not None:
        return screen.perks[option.perk]
    if option.pay is not None:
        return _payment(option.pay, screen)
    return option.player or screen.labels[option.key]


def _payment(pay: tuple[int, int, int, int], screen: FortWords) -> str:
    kinds = ("stuff_pizza", "stuff_toys", "pack_pizza", "pack_toys")
    parts = [screen.fill(screen.labels[kind], n=n) for n, kind in zip(pay, kinds, strict=True) if n]
    return ", ".join(parts) or screen.labels["nothing"]


def lines(
    events: Sequence[Event], viewer: str | None, w: Words, screen: FortWords
) -> Iterator[tuple[int, str]]:
    """The log: of each line the number of the choice, and the sentence.

    Only what ``viewer`` may know is named.
    """

    def together(event: Event) -> tuple[int, str | None, bool] | int:
        return (event.step, event.player, True) if event.kind in COUNTS else id(event)

    for _, group in groupby(events, together):
        one_line = list(group)
        first = one_line[0]
        if first.kind in COUNTS:
            yield first.step, _counted(one_line, w)
        else:
            yield first.step, sentence(first, first.known(viewer), w, screen)


def line(event: Event, viewer: str | None, w: Words, screen: FortWords) -> str:
    """One event as a line of its own."""
    return next(text for _, text in lines([event], viewer, w, screen))


def _counted(events: Sequence[Event], w: Words) -> str:
    changes = ", ".join(f"{w[event.kind]} {with_minus(event.number, '+')}" for event in events)
    return labelled(events[0].player or "", changes, w.language)


def sentence(event: Event, named: bool, w: Words, screen: FortWords) -> str:
    """What happened; the cards are ``named``, or only how many they were."""
    kind = event.kind if named else f"{event.kind}_hidden"
    if event.kind in ("recruit", "lookout") and event.other:
        kind = f"{kind}_from"
    return w(
        kind,
        player=event.player or "",
        other=event.other or "",
        cards=", ".join(card.name for card in event.cards),
        number=event.number,
        suit=screen.suits.get(event.suit or "", ""),
        resource=screen.resources.get(event.resource or "", ""),
        rule=screen.rules.get(event.rule or "", ""),
        perk=screen.perks.get(event.perk or "", ""),
    )
