"""Records as texts for addresses: the same record comes back, and nothing else is taken."""

from __future__ import annotations

import base64
import json
import zlib

import pytest

from scorer.engine.record import RecordError, packed, unpacked
from scorer.limits import MOST_ADDRESS, RECORD
from scorer.play import Game, Setup
from scorer.play.bots import make_bot


def of(raw: bytes) -> str:
    return base64.urlsafe_b64encode(zlib.compress(raw, 9)).decode().rstrip("=")


def test_a_whole_game_of_four_goes_into_an_address_and_comes_back() -> None:
    game, bot = Game(Setup(players=["Ána", "Bo", "Cy", "Di"], seed=2**100)), make_bot("easy", 1)
    while game.choice is not None:
        game.answer(bot.decide(game.view(game.choice.player), game.choice))
    text = packed(game.record)
    assert text is not None
    assert text.replace("-", "").replace("_", "").isalnum()
    assert unpacked(text) == json.loads(json.dumps(game.record))
    assert Game.replay(unpacked(text)).record == game.record


def test_what_is_too_long_for_an_address_is_no_text() -> None:
    seeds = [str(hash((n, "x"))) for n in range(2000)]
    assert packed({"choices": seeds}) is None


GOOD = of(b'{"choices": []}')


@pytest.mark.parametrize(
    "text",
    [
        "mice",
        "",
        "=",
        "é",
        GOOD[:-3],
        GOOD + "AAAA",
        f" {GOOD}",
        GOOD[:4] + "+/" + GOOD[6:],
        "A" * (MOST_ADDRESS + 1),
        of(b" " * (RECORD.bytes + 1)),
    ],
)
def test_a_text_that_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(RecordError, match="holds no position, or was cut"):
        unpacked(text)


@pytest.mark.parametrize("raw", [b"mice", b"\xff", b"{1: 2}"])
def test_a_text_of_no_json_is_refused(raw: bytes) -> None:
    with pytest.raises(RecordError, match="position of the link"):
        unpacked(of(raw))
