"""Drills on the page of Fort."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from pages.playing.aids.drills import Drills, Judged
from pages.playing.aids.hints import rows_apart
from pages.playing.common.sitting import Sitting
from pages.playing.fort.scene import scene
from pages.playing.fort.table import DRAWING, names
from pages.playing.fort.telling import label
from pages.words import Words, chosen, words
from scorer.engine.search import share
from scorer.fort.play import Game
from scorer.fort.play.bots.advice import reason
from scorer.fort.play.bots.drills import KINDS, OPPONENT, Kind, apart, drill, ranked
from scorer.fort.words import load_words


class FortDrills(Drills):
    """The drills of Fort."""

    def deal(self, kind: str, seed: int) -> tuple[Game, Mapping[str, str]]:
        return drill(cast(Kind, kind), seed), {OPPONENT: "normal"}

    def kit(self, sitting: Sitting) -> None:
        DRAWING.kit(names(sitting.game.setup.card_set, chosen()))

    def scene(self, sitting: Sitting, viewer: str) -> dict[str, Any]:
        return scene(sitting, viewer, words("fort_log"), load_words(chosen()), aids=False)

    def table(self, scene: dict[str, Any], key: str, on_tap: Callable[[], None]) -> None:
        DRAWING.table(scene, key, on_tap)

    def judge(self, kind: str, seed: int, sitting: Sitting, key: str, w: Words) -> Judged | None:
        game = cast(Game, sitting.game)
        choice, screen = game.choice, load_words(chosen())
        assert choice is not None
        options = ranked(game)
        best = options[0].option
        why = reason(game.view(choice.player), choice, best, screen)
        better = w("drill_better", better=label(best, screen), reason=why)
        if key != best.key:
            better += " " + rows_apart(apart(game, best.key, key), w, "sheet", words("fort"))
        return Judged(share(options, key), [best.key], better, why)


DRILLS = FortDrills("fort_play", "fort-drill", "fort_drills.json", KINDS, "drill_leave_fort")
