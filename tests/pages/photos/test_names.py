"""A photo is shown under the name that it was given under, and no file is called so."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.steps import errors, give_legend, photo_file, table_of, upload

NAMES = ["..", "a\0b.jpg", "ä" * 127, "../../../../etc/passwd", "C:\\boot.ini", "CON", " ", "<img src=x>.jpg"]


@pytest.mark.parametrize("name", NAMES)
def test_a_photos_name_is_no_files(
    app: AppTest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    opened: list[str] = []
    open_file = os.open

    def watched(path: str, *more: int, **options: int) -> int:
        opened.append(os.fspath(path))
        return open_file(path, *more, **options)

    monkeypatch.setattr(os, "open", watched)
    upload(app, (name, photo_file()))
    (photo,) = table_of(app).photos.values()
    assert photo.name == name
    assert not errors(app)
    assert re.fullmatch("[0-9a-f]{16}", photo.file.name)
    assert [file.name for file in (tmp_path / "data" / "photos").iterdir()] == [photo.file.name]
    assert not [path for path in opened if Path(path).name == name]


@pytest.mark.parametrize("content", [b"no photo", b"", photo_file(0)])
def test_a_refusal_says_the_name(app: AppTest, content: bytes) -> None:
    upload(app, ("table of Ana.jpg", content))
    (said,) = errors(app)
    assert "table of Ana.jpg" in said


@pytest.mark.parametrize("content", [b"no photo", b""])
def test_a_legend_is_refused_by_its_name(app: AppTest, content: bytes) -> None:
    give_legend(app)
    app.button(key="forget").click().run()
    app.file_uploader(key="legend-photo").upload("icons.jpg", content, "image/jpeg").run()
    (said,) = errors(app)
    assert "icons.jpg" in said
