"""What the tests of Fort's page share: how it is opened, and the game that it began."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from pages.playing.common.sitting import Sitting
from pages.session.archive import archive
from tests.pages.steps import ROOT


def app_at(**address: str) -> AppTest:
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).switch_page("pages/fort.py")
    for name, value in address.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception
    return app


def only_game() -> Sitting:
    (draft,) = archive().drafts("fort_play")
    sitting = Sitting.open("fort_play", draft.key)
    assert sitting is not None
    return sitting
