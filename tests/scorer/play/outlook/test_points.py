"""Running points: what the form would say now, and nothing that the viewer may not know."""

from __future__ import annotations

import pytest

from scorer.cards import Category
from scorer.play import Game, Setup
from scorer.play.bots import make_bot
from scorer.play.outlook import Ending, ending, points
from tests.scorer.play.scene import Scene


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_in_the_end_the_points_are_those_of_the_form(players: int, seed: int) -> None:
    game = Game(Setup(players=["Ana", "Bo", "Cy", "Di"][:players], seed=seed))
    bot = make_bot("random", seed)
    while (choice := game.choice) is not None:
        game.answer(bot.decide(game.view(choice.player), choice))
    assert game.result is not None
    for name in game.setup.players:
        for one, column in zip(points(game.view(name)), game.result.players, strict=True):
            known = column.name == name
            assert one.rows == (column.b1, column.b2, column.b3, column.b4, column.b5 if known else None)
            assert one.total == column.total - (0 if known else column.b5)


def test_a_shelf_is_counted_with_its_cards_out_of_order_and_buried_ones() -> None:
    scene = Scene().shelf(0, "M8 M3 N1/A1+A2 A3 .").shelf(1, "E2")
    ana, bo = points(scene.start().game.view("Ana"))
    assert [str(card).partition(":")[0] for card in ana.turned] == ["M3", "A1", "A3"]
    assert ana.b1 == 4 + 2
    assert ana.books[Category.REFERENCE_TEXTS] >= 0
    assert bo.turned == ()
    assert bo.b1 == 0
    assert bo.b5 is None


def test_alone_nobody_knows_who_has_more_prominent_books() -> None:
    (own,) = points(Game(Setup(players=["Ana"], difficulty=2, seed=1)).view("Ana"))
    assert own.b2 is None
    assert own.b5 is not None


@pytest.mark.parametrize(("cards", "told"), [(15, "open"), (16, "next")])
def test_sixteen_cards_of_one_shelf_make_the_next_round_the_last(cards: int, told: Ending) -> None:
    letters = [card for letter in "ABC" for card in (f"{letter}{n}" for n in range(1, 7))][:cards]
    scene = Scene().shelf(1, " ".join(letters)).start()
    assert ending(scene.game.view("Ana")) == told
    scene.s.final = True
    assert ending(scene.game.view("Ana")) == "last"
