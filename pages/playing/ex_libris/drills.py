"""Drills on the page Solo."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from pages.playing.aids.drills import Drills, Judged
from pages.playing.aids.hints import rows_apart
from pages.playing.common.sitting import Sitting
from pages.playing.ex_libris.scene import scene
from pages.playing.ex_libris.table import DRAWING, kit
from pages.playing.ex_libris.telling import label
from pages.words import Words, chosen, words
from scorer.editions import load_edition
from scorer.engine.search import share
from scorer.play import Game
from scorer.play.bots.drills import (
    KINDS,
    OPPONENT,
    Kind,
    apart,
    best_turns,
    drill,
    flips_score,
    ranked,
    turns,
    worth_keeping,
)


class ExLibrisDrills(Drills):
    """The drills of Ex Libris."""

    def deal(self, kind: str, seed: int) -> tuple[Game, Mapping[str, str]]:
        return drill(cast(Kind, kind), seed), {OPPONENT: "normal"}

    def kit(self, sitting: Sitting) -> None:
        kit(load_edition(chosen()), sitting.game.setup.full_deck)

    def scene(self, sitting: Sitting, viewer: str) -> dict[str, Any]:
        screen = load_edition(chosen())
        return scene(sitting, viewer, words("play_log", screen.key), screen, aids=False)

    def table(self, scene: dict[str, Any], key: str, on_tap: Callable[[], None]) -> None:
        DRAWING.table(scene, key, on_tap)

    def judge(self, kind: str, seed: int, sitting: Sitting, key: str, w: Words) -> Judged | None:
        game, screen = cast(Game, sitting.game), load_edition(chosen())
        if kind == "flips":
            if key != "done":
                sitting.story.answer(game, key)
                if turns(game):
                    return None
            asked = drill("flips", seed)
            turned = game.record["choices"][len(asked.record["choices"]) :]
            best = best_turns(asked)
            cards = ", ".join(label(option, screen) for option in best)
            keys = [option.key for option in best]
            return Judged(flips_score(asked, turned), keys, w("drill_turn", cards=cards))
        options = ranked(game, screen)
        top = max(options, key=lambda advice: advice.margin)
        better = w("drill_better", better=label(top.option, screen), reason=top.reason)
        if key != top.option.key:
            found = apart(game, top.option.key, key)
            if kind != "shelving" or found.rows:  # nothing comes after the last round
                better += " " + rows_apart(found, w, "form", screen.rows)
        why = top.reason
        if kind == "keep" and (dear := worth_keeping(options)):
            kept = " " + w("drill_keep_best", cards=", ".join(label(option, screen) for option in dear))
            better, why = better + kept, why + kept
        return Judged(share(options, key), [top.option.key], better, why)


DRILLS = ExLibrisDrills("solo", "drill", "drills.json", KINDS, "drill_leave")
