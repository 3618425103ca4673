"""How a new game is dealt: by chance, or by a seed that is told."""

from __future__ import annotations

import pytest

from pages.playing.common.seeds import SEEDS, new_seed


def test_new_games_are_dealt_by_chance_unless_a_seed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SHELFMARK_SEED")
    assert len({new_seed() for _ in range(20)}) > 1
    assert all(0 <= new_seed(below=6) < 6 for _ in range(50))
    monkeypatch.setenv("SHELFMARK_SEED", "12")
    assert {new_seed() for _ in range(20)} == {12}
    assert 0 <= new_seed(below=10) < 10
    monkeypatch.setenv("SHELFMARK_SEED", "twelve")
    assert len({new_seed() for _ in range(20)}) > 1
    monkeypatch.setenv("SHELFMARK_SEED", str(SEEDS * 3 + 1))
    assert new_seed() == 1
