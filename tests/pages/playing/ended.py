"""What the tests of games that are over share: such a game of each kind, and its page."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from pages.playing.common.sitting import PARAMETER, Kind, Sitting
from scorer.engine.setup import Setup as AnySetup
from scorer.fort import play as fort
from scorer.play import Setup
from tests.pages.playing.seats import play_on
from tests.pages.steps import ROOT

SETUPS: dict[Kind, tuple[str, AnySetup]] = {
    "play": ("play", Setup(players=["Ana", "Bo", "Cy"], seed=3)),
    "solo": ("solo", Setup(players=["Ana"], seed=3, difficulty=2)),
    "fort_play": ("fort", fort.Setup(players=["Ana", "Bo", "Cy"], seed=3)),
}


def over(kind: Kind) -> Sitting:
    """A game that is over, of Ana and Bo against Cy, or of Ana alone."""
    setup = SETUPS[kind][1]
    sitting = Sitting.begin(kind, setup, {"Cy": "normal"} if len(setup.players) > 1 else {})
    play_on(sitting)
    return sitting


def at(kind: Kind, key: str) -> AppTest:
    """The game's page."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120)
    app.switch_page(f"pages/{SETUPS[kind][0]}.py")
    if kind == "fort_play":
        app.query_params["tab"] = "play"
    app.query_params[PARAMETER] = key
    return app.run()
