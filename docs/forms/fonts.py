"""Makes the fonts that forms draw names with, where Old Standard has no letters.

`python docs/forms/fonts.py FOLDER`, which holds the whole fonts: Noto of Debian's fonts-noto-core, and
NotoEmoji_400Regular.ttf of npm's @expo-google-fonts/noto-emoji. It needs fonttools. Each font is cut to the
letters that names are written with; shaping, and the marks above and below letters, stay.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools import subset

OUT = Path(__file__).parents[2] / "scorer" / "forms" / "fonts"
LATIN = "20-7E,A0-2FF,300-36F,1AB0-1AFF,1DC0-1DFF,1E00-1EFF,2C60-2C7F,A720-A7FF"
GREEK = "370-3FF,1F00-1FFF"
CYRILLIC = "400-52F,2DE0-2DFF,A640-A69F"
MARKS = "200C-200D,2010-2015,2018-201E,2020-2022,2026,2030,2039-203A,20A0-20BF,2116,2122,2212,25CC"
#: By the file's name: the whole font, and what is kept of it; an empty text keeps all.
FONTS = {
    "NotoSerif": ("NotoSerif-Regular.ttf", f"{LATIN},{GREEK},{CYRILLIC},{MARKS}"),
    "NotoSerifArmenian": ("NotoSerifArmenian-Regular.ttf", ""),
    "NotoSerifBengali": ("NotoSerifBengali-Regular.ttf", ""),
    "NotoSerifDevanagari": ("NotoSerifDevanagari-Regular.ttf", ""),
    "NotoSerifGeorgian": ("NotoSerifGeorgian-Regular.ttf", ""),
    "NotoSerifHebrew": ("NotoSerifHebrew-Regular.ttf", ""),
    "NotoNaskhArabic": ("NotoNaskhArabic-Regular.ttf", ""),
    "NotoSerifSinhala": ("NotoSerifSinhala-Regular.ttf", ""),
    "NotoSerifTamil": ("NotoSerifTamil-Regular.ttf", ""),
    "NotoSerifThai": ("NotoSerifThai-Regular.ttf", ""),
    "NotoEmoji": ("NotoEmoji_400Regular.ttf", ""),
}


def main(folder: Path) -> None:
    for name, (file, kept) in FONTS.items():
        source = next(folder.rglob(file))
        subset.main(
            [
                str(source),
                f"--unicodes={kept or '*'}",
                "--layout-features=*",
                "--no-hinting",
                "--desubroutinize",
                "--name-IDs=0,1,2,4,6,13,14",
                f"--output-file={OUT / name}.ttf",
            ]
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
