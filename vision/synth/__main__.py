"""Writes photos with truth, a legend and a deck a look: ``python -m vision.synth OUT --count 20 --seed 7``.

The folder gets NNN.jpg with its truth in NNN.json, legend_LOOK.jpg, deck_LOOK.json.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import typer
from numpy.typing import NDArray
from rich.progress import track

from scorer.cards import Deck
from vision.synth.blender.traced import make_traced_scene
from vision.synth.look import fonts
from vision.synth.look.anatomy import make_printed_look
from vision.synth.look.looks import Look, make_look
from vision.synth.scene.decks import deck_as_printed, random_deck
from vision.synth.scene.scenes import QUALITY, READ, SEEDS_TRIED, Kind, framed, legend_photo, make_scene


def write_folder(
    out: Path,
    count: int,
    seed: int,
    looks: int,
    size: tuple[int, int],
    held_out: bool,
    kind: Kind | None = None,
    card_width: tuple[float, float] | None = None,
    most_tilt: float | None = None,
    careful: bool = False,
    blender: Path | None = None,
    set_in: Sequence[str] = (),
    printed: bool = False,
) -> None:
    """Writes ``count`` photos of ``size`` pixels to ``out``, dealt to ``looks`` looks from ``seed`` on.

    Every card lies wholly in its photo, so that every truth can be read. ``card_width``: the least and the
    greatest median width of a photo's cards in pixels. ``most_tilt``: of the camera, in degrees.
    ``careful``: sharp photos in the light of a room, of piles whose letters, numbers and icons show.
    ``blender``: an interpreter that renders the photos (`vision.synth.blender.traced`), which takes a minute
    each. ``set_in``: font files for the looks' letters, numbers and titles, in turn. ``printed``: looks and
    decks of the printed game.

    Raises typer.BadParameter if hardly any photo meets the conditions, or a font is not installed.
    """
    if missing := [font for font in set_in if font not in fonts.installed()]:
        raise typer.BadParameter(f"{missing[0]} is not installed: run `make fonts` or choose another --font.")
    out.mkdir(parents=True, exist_ok=True)
    draw = make_scene if blender is None else partial(make_traced_scene, blender=blender)
    make = make_printed_look if printed else make_look
    chosen = [make(seed + i, held_out=held_out) for i in range(looks)]
    if set_in:
        chosen = [in_font(look, font) for look, font in zip(chosen, itertools.cycle(set_in), strict=False)]
    deal = deck_as_printed if printed else random_deck
    decks = [Deck(deal(np.random.default_rng((seed, i)))) for i in range(looks)]
    for look, deck in zip(chosen, decks, strict=True):
        (out / f"deck_{look.name}.json").write_text(json.dumps(deck.to_dict()) + "\n", encoding="utf-8")
        _save(out / f"legend_{look.name}.jpg", legend_photo(look).image)
    seeds = itertools.count(seed * 100_000)
    for number in track(range(count), description="Drawing photos"):
        pick = number // len(READ) % looks
        look, cards, wanted = chosen[pick], decks[pick].cards, kind or READ[number % len(READ)]
        scene_seed = framed(
            seeds, card_width, most_tilt, look=look, deck=cards, size=size, kind=wanted, careful=careful
        )
        if scene_seed is None:
            raise typer.BadParameter(
                f"no photo of {size[0]} x {size[1]} pixels among {SEEDS_TRIED} had such cards: "
                "widen --card-width or --most-tilt, or change --width and --height."
            )
        scene = draw(scene_seed, look=look, deck=cards, size=size, kind=wanted, whole=True, careful=careful)
        _save(out / f"{number:03d}.jpg", scene.image)
        (out / f"{number:03d}.json").write_text(json.dumps(scene.truth) + "\n", encoding="utf-8")


def in_font(look: Look, font: str) -> Look:
    """The look with its letters, numbers and titles in capitals of one font file."""
    banner = replace(look.banner, letter_font=font, number_font=font, lower=False)
    return replace(look, banner=banner, title_font=font)


def _save(path: Path, image: NDArray[np.uint8]) -> None:
    if not cv2.imwrite(str(path), image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY]):
        raise typer.BadParameter(f"{path} cannot be written: choose a folder you may write to.")


def main(
    out: Annotated[
        Path, typer.Argument(help="folder for the photos; made if it is not there", file_okay=False)
    ],
    count: Annotated[int, typer.Option(min=1, help="how many photos")] = 20,
    seed: Annotated[int, typer.Option(min=0, help="the same seed gives the same photos")] = 1,
    looks: Annotated[int, typer.Option(min=1, help="how many looks the photos share")] = 4,
    width: Annotated[int, typer.Option(min=320, help="of a photo, in pixels")] = 2016,
    height: Annotated[int, typer.Option(min=240, help="of a photo, in pixels")] = 1512,
    held_out: Annotated[bool, typer.Option(help="looks that no training sees")] = True,
    kind: Annotated[
        Kind | None, typer.Option(help="only this kind; else shelves and spreads in turn")
    ] = None,
    printed: Annotated[bool, typer.Option(help="looks of the printed game's anatomy")] = False,
    card_width: Annotated[
        tuple[float, float] | None,
        typer.Option(
            help="least and greatest median width of a photo's cards, in pixels", metavar="LEAST MOST"
        ),
    ] = None,
    most_tilt: Annotated[float | None, typer.Option(min=0, help="of the camera, in degrees")] = None,
    careful: Annotated[
        bool, typer.Option(help="sharp photos in the light of a room, of piles spread wide")
    ] = False,
    blender: Annotated[
        Path | None,
        typer.Option(
            help="have the photos rendered by this Python interpreter, which has bpy", dir_okay=False
        ),
    ] = None,
    font: Annotated[
        list[str] | None,
        typer.Option(help="file name of a font that a look is set in; with several, look by look in turn"),
    ] = None,
) -> None:
    """Draw photos of shelves and solo piles, with their truth."""
    size = width, height
    write_folder(
        out,
        count,
        seed,
        looks,
        size,
        held_out,
        kind,
        card_width,
        most_tilt,
        careful,
        blender,
        font or (),
        printed,
    )


if __name__ == "__main__":
    typer.run(main)
