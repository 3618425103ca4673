"""A few of the attacks; `python -m tests.attack` tries all of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorer.archive import Archive
from tests.attack.door import at_the_door, not_let_in, tells_nothing
from tests.attack.imports import DOORS, damaged, forged, harmless, pictures, refused
from tests.attack.outcome import Outcome
from tests.attack.stores import HIDDEN, Store, store
from tests.attack.wire import Answer
from tests.pages.session.owned import lost, owned


@pytest.fixture
def there(tmp_path: Path) -> Iterator[Store]:
    with store(tmp_path / "data") as there:
        yield there


def held(outcomes: list[Outcome]) -> None:
    assert [line for outcome in outcomes for line in outcome.broken] == []
    assert all(outcome.tried for outcome in outcomes)


def test_forged_messages_behind_a_proxy_do_nothing(there: Store) -> None:
    held([*at_the_door("a proxy", there, 1, every=40)])


@pytest.mark.usefixtures("there")
@pytest.mark.parametrize("what", DOORS)
def test_a_damaged_file_is_refused_in_one_sentence(what: str) -> None:
    door = DOORS[what]
    held([refused(what, door.address, door.key, [*damaged(door)][::9])])


@pytest.mark.usefixtures("there")
def test_what_is_no_photo_is_refused_as_icons() -> None:
    held([refused("icons", "/deck?tab=legend", "deck-legend-0", [*pictures()][::4])])


@pytest.mark.usefixtures("there")
def test_forged_archives_break_no_page() -> None:
    held([harmless("forged", DOORS["archives, games and records"], [*forged()][::9], pages=())])


def test_the_trial_sees_what_does_not_hold(there: Store) -> None:
    assert not_let_in(Answer(200), there)
    assert not_let_in(Answer(500), there)
    assert not_let_in(Answer(403, {"set-cookie": "shelfmark=x; HttpOnly"}), there)
    assert not_let_in(Answer(403, {}, HIDDEN[0].encode()), there)
    assert not_let_in(Answer(403), there) is None
    assert tells_nothing(Answer(303, {"location": "//evil.example"}), there)
    assert tells_nothing(Answer(200, {}, b"Traceback"), there)
    assert tells_nothing(Answer(200, {}, b"the app"), there) is None
    before = owned()
    assert lost(before, owned()) == []
    archive = Archive.open()
    archive.delete(archive.games()[0].id)
    assert lost(before, owned()) == ["games"]
    outcome = Outcome("x")
    outcome.note("it broke")
    assert "1 BROKEN" in outcome.line
