"""What a log may tell: who did what, and nobody a card that they cannot know."""

from __future__ import annotations

import pytest

from scorer.cards import Category
from scorer.play import Game, RecordError, Setup, Story
from scorer.play.bots import make_bot
from scorer.play.story import cards_in_sight, forced
from tests.scorer.play.scene import NAMES, Scene


def played(story: Story, game: Game, most: int = 10_000) -> Game:
    """Bots play on for so many choices."""
    bots = {name: make_bot("random", seat) for seat, name in enumerate(game.setup.players)}
    while game.choice is not None and len(story.steps) < most:
        story.answer(game, bots[game.choice.player].decide(game.view(game.choice.player), game.choice))
    return game


def told(scene: Scene, *keys: str) -> tuple[Story, list[tuple[str, str | None, str]]]:
    """The story of these answers: kind, player and cards of each event."""
    story, game = Story(), scene.start().game
    for key in keys:
        assert game.choice is not None
        story.answer(game, key)
    return story, [
        (e.kind, e.player, " ".join(f"{c.letter}{c.order}" for c in e.cards)) for e in story.events
    ]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", range(2))
def test_nobody_is_told_of_a_card_that_they_did_not_see(players: int, seed: int) -> None:
    game, story = Game(Setup(players=NAMES[:players], seed=seed)), Story()
    names = game.setup.players
    bots = {name: make_bot("random", seat) for seat, name in enumerate(names)}
    seen: dict[str, set[object]] = {name: set(cards_in_sight(game.view(name))) for name in names}
    while game.choice is not None:
        told_before = len(story.events)
        story.answer(game, bots[game.choice.player].decide(game.view(game.choice.player), game.choice))
        open_now = set(game.zones()["discard"])
        for name in names:
            seen[name].update(cards_in_sight(game.view(name)))
            for event in story.events[told_before:]:
                shown = event.kind == "win" or event.location == 13  # L7, L13: all see them on the way
                if event.known(name) and not shown:
                    assert set(event.cards) <= seen[name] | open_now, event
        assert all(event.known_to is None for event in story.events if event.known(None))


def test_the_story_of_a_record_is_the_story_of_its_game() -> None:
    story, game = Story(), Game(Setup(players=NAMES[:3], edition="fr", seed=4))
    played(story, game, 60)
    game = game.fork(9)
    played(story, game)
    again, replayed = Story.replay(game.record)
    assert (again.events, again.steps) == (story.events, story.steps)
    assert replayed.record == game.record
    assert sum(event.kind in ("round", "last_round") for event in story.events) == game.round


def test_a_bad_record_is_refused_with_its_choice() -> None:
    record = Game(Setup(players=["Ana", "Bo"], seed=1)).record | {"choices": ["nonsense"]}
    with pytest.raises(RecordError, match="choice 1 of the game record"):
        Story.replay(record)


def test_two_forks_at_one_place_are_replayed_both() -> None:
    game = Game(Setup(players=["Ana", "Bo"], seed=1)).fork(1).fork(2)
    assert Game.replay(game.record).zones() == game.zones()


def test_a_drawn_card_is_known_to_whoever_drew_it() -> None:
    scene = Scene(at=(1, 10)).hand(0, "A1").top("B1")
    story, events = told(scene, "assistant:ordinary", "place:home", "draw")
    assert events == [("place", "Ana", ""), ("draw", "Ana", "B1")]
    drawn = story.events[-1]
    assert (drawn.known("Ana"), drawn.known("Bo"), drawn.known(None), drawn.number) == (True, False, False, 1)
    assert [step.revealed for step in story.steps] == [frozenset(), frozenset(), frozenset({"Ana"})]


def test_a_card_taken_from_a_location_and_shelved_is_known_to_all() -> None:
    scene = Scene(at=(1, 10)).stock(10, "A1 B1")
    story, events = told(scene, "assistant:ordinary", "place:10:1", "A1", "A1", "at:0:0")
    assert events == [("place", "Ana", ""), ("take_there", "Ana", "A1"), ("shelve", "Ana", "A1")]
    assert all(event.known(None) for event in story.events)
    assert story.events[1].location == 10
    assert not any("Ana" in step.revealed for step in story.steps)
    assert story.steps[-1].revealed == {"Bo"}  # who saw it at the location, and not in a hand since


def test_a_shown_hand_is_seen_by_the_robber_and_asks_to_be_looked_at() -> None:
    scene = Scene(at=(1, 10), libraries=("sneaky_goblin",)).hand(1, "A1").stand(1, "ordinary", 10)
    free = next(c for c in Category if c not in scene.game.setup.full_deck.cards[0].categories)
    answers = ("assistant:sneaky_goblin", "place:10:2", "player:Bo", f"category:{free.value}")
    story, events = told(scene, *answers)
    assert events == [("place", "Ana", ""), ("goblin", "Ana", ""), ("category", "Ana", "")]
    assert story.steps[-1].revealed == {"Ana"}
    assert scene.game.choice is not None
    assert scene.game.choice.kind == "look"
    assert not forced(scene.game.choice)


def test_a_card_given_to_the_goblin_is_known_to_the_two() -> None:
    scene = Scene(at=(1, 10), libraries=("sneaky_goblin",), players=3)
    scene.hand(1, "A1 B1").stand(1, "ordinary", 10)
    own = scene.game.setup.full_deck.cards[0].categories[0]
    answers = ("assistant:sneaky_goblin", "place:10:2", "player:Bo", f"category:{own.value}", "A1")
    story, events = told(scene, *answers)
    assert events[-1] == ("give", "Bo", "A1")
    assert (story.events[-1].other, story.events[-1].known_to) == ("Ana", {"Ana", "Bo"})


def test_cards_that_are_bet_on_are_seen_by_all() -> None:
    scene = Scene(at=(1, 7)).top("A1 A2 A3 A4")
    deck = scene.game.setup.full_deck
    most = max(Category, key=lambda c: sum(c in card.categories for card in deck.cards[:4]))
    story, _ = told(scene, "assistant:ordinary", "place:7:1", f"category:{most.value}")
    won = next(event for event in story.events if event.kind == "win")
    assert won.known(None)
    assert all(most in card.categories for card in won.cards)


def named(story: Story, viewer: str | None = None) -> list[str]:
    """The cards that a log names, an entry an event that moved cards."""
    return [
        " ".join(f"{card.letter}{card.order}" for card in event.cards) if story.names(event, viewer) else "?"
        for event in story.events
        if event.cards
    ]


def test_p4_the_log_names_no_discard_beneath_the_top_one() -> None:
    scene = Scene(at=(4,)).hand(0, "A1 A2 A3")
    story, _ = told(scene, "assistant:ordinary", "place:4:1", "A1")
    assert named(story) == ["A1"], "the top one lies open"
    story.answer(scene.game, "A2")
    assert named(story) == named(story, "Ana") == ["?", "A2"]


def test_p4_of_cards_discarded_together_none_is_named() -> None:
    scene = Scene(at=(10,)).stock(10, "A1 B1 C1")
    scene.s.free[0], scene.s.free[1] = [], scene.s.free[1][:1]
    scene.s.home[1] = [4, 5]
    scene.s.turn = 1
    story, events = told(scene, "assistant:ordinary", "place:home", "draw")
    assert ("cleared", None, "A1 B1 C1") in events
    cleared = next(event for event in story.events if event.kind == "cleared")
    assert not story.names(cleared, "Ana")


def test_s9_alone_the_round_s_discards_are_named_as_they_come() -> None:
    story, game = Story(), Game(Setup(players=["Ana"], seed=3, difficulty=3))
    story.answer(game, game.choice.options[0])  # type: ignore[union-attr]
    come = [event for event in story.events if event.kind == "draw_discard"]
    assert [len(event.cards) for event in come] == [3]
    assert story.names(come[0], "Ana")
    story.answer(game, game.choice.options[0])  # type: ignore[union-attr]
    assert not story.names(come[0], "Ana")


@pytest.mark.parametrize("players", [1, 3])
def test_p4_a_log_never_names_what_lies_beneath_the_top_discard(players: int) -> None:
    game, story = Game(Setup(players=NAMES[:players], seed=5)), Story()
    bots = {name: make_bot("random", seat) for seat, name in enumerate(game.setup.players)}
    while game.choice is not None:
        story.answer(game, bots[game.choice.player].decide(game.view(game.choice.player), game.choice))
        beneath = set(game.zones()["discard"][:-1])
        for event in story.events:
            just_come = event.kind == "draw_discard" and event.step == len(story.steps) - 1
            if event.discarded and not just_come and story.names(event, game.setup.players[0]):
                assert not set(event.cards) & beneath, event
