"""Slips that people make with a camera, each told in one sentence.

A slip is something measured in the photo. A photo that can only be read wrongly is refused: a mirrored photo,
or a photo of the category cards or of another game. A pile handed in as a shelf, or a shelf as a pile, is
looked at and told (`MISPLACED`): whoever handed it in decides. A photo that shows less than it could is read,
and the slip told beside the reading: dark, blurred, from too far away. Whether a photo is blurred or too far
away is asked only where print could not be read, so a photo that reads well has no such slip.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import cv2
import numpy as np

from scorer.errors import phrase
from vision.banner.read import LEGIBLE, BannerEvidence, read_banners
from vision.common.arrays import Picture
from vision.cutting import CutCards
from vision.detect.detections import CATEGORY, FACE_UP, STRIP, KindTally
from vision.geometry.quads import widths
from vision.photo.errors import MISPLACED, PhotoError, Slip, SlipError
from vision.photo.pyramid import Pyramid

#: A photo may show this many cards. More are no table, or several copies of the game: a deck has 152.
MOST_CARDS = 200


@dataclass(frozen=True)
class SlipSettings:
    """When a photo has a slip."""

    #: This quantile of a photo's pixels is the light of its brightest parts.
    bright: float = 0.98
    #: A photo whose brightest parts are darker than this, of 255, shows too little.
    dark: float = 24.0
    #: A shelf of which more than this share are strips, as in a pile, is a pile.
    strips: float = 0.4
    #: With fewer cards than this, a pile is not taken for a shelf.
    spread: int = 8
    #: A pile of which less than this share are strips is a shelf.
    no_strips: float = 0.03
    #: Where no book card's face was found, this share of category cards makes a photo of them.
    categories: float = 0.6
    #: Print is illegible where fewer than this share of the faces have a letter and a number that were read.
    legible: float = 0.5
    #: A photo is mirrored if its mirror image has more legible faces: more by this share of the faces …
    mirrored: float = 0.3
    #: … and by this many at least.
    mirrored_faces: int = 3
    #: A card this many pixels wide can be read.
    width: float = 110.0
    #: Blurred strips have less fine detail than this: the spread of the Laplacian, in that of the light.
    sharp: float = 0.08


SLIPS = SlipSettings()


class SlipWatch:
    """Looks for slips while one photo is read.

    ``which``: what to call the photo. ``kind``: what it was handed in as. ``on``: whether slips are told.
    """

    def __init__(self, which: str, kind: Literal["shelf", "pile"], on: bool = True) -> None:
        self.which, self.kind, self.on = which, kind, on
        #: What the detector saw; to be given to it before it looks.
        self.kinds = KindTally()
        #: What is told beside the reading.
        self.slip: SlipError | None = None

    def light(self, photo: Pyramid) -> None:
        """Before anything is looked for: whether there is light."""
        small, _ = photo.level(512 / max(photo.size))
        if np.quantile(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), SLIPS.bright) < SLIPS.dark:
            self._tell(
                Slip.DARK,
                phrase(
                    "{which:capital} is too dark to see every card: photograph it with more light.",
                    which=self.which,
                ),
            )

    def laid(self, found: int, faces: int) -> None:
        """When so many book cards were ``found``, so many ``faces`` among them: whether they lie as a shelf's
        or a pile's cards do.

        Raises:
            SlipError: there are no faces, but category cards, or no cards, but darkness.
        """
        strips = self.kinds.share(STRIP)
        if faces == 0 and self.kinds.share(CATEGORY) > SLIPS.categories:
            self._tell(
                Slip.CATEGORY_CARDS,
                phrase(
                    "{which:capital} shows the category cards: hand it in where their icons are asked for.",
                    which=self.which,
                ),
            )
        elif found and self.kind == "shelf" and strips > SLIPS.strips:
            self._tell(
                Slip.PILE,
                phrase(
                    "The cards in {which} lie over one another, as in a discard pile: hand it in as the "
                    "pile of a solo game.",
                    which=self.which,
                ),
            )
        elif found >= SLIPS.spread and self.kind == "pile" and strips < SLIPS.no_strips:
            self._tell(
                Slip.SHELF,
                phrase(
                    "The cards in {which} lie side by side, as on a shelf: hand it in as a shelf.",
                    which=self.which,
                ),
            )
        if self.slip is not None and (found == 0 or self.slip.slip is Slip.CATEGORY_CARDS):
            raise self.slip

    def readable(self, cut: CutCards, banners: BannerEvidence, ours: bool) -> None:
        """When the ``banners`` of the faces that were ``cut`` were read: if many were not legible, why.

        ``ours``: whether the cards are the game's, legible or not.

        Raises:
            SlipError: the photo is mirrored, or shows another game.
        """
        found = cut.placed.cards
        faces = cut.up | (found.kind == FACE_UP)
        seen, read = cut.strips.pictures[faces], _legible(banners)
        if not self.on or read >= SLIPS.legible * len(seen):
            return
        more = _legible(read_banners(np.ascontiguousarray(seen[:, :, ::-1]))) - read
        if more >= max(SLIPS.mirrored_faces, SLIPS.mirrored * len(seen)):
            raise SlipError(
                Slip.MIRRORED,
                phrase(
                    "{which:capital} is mirrored: turn off mirroring in the camera, or mirror the photo "
                    "back.",
                    which=self.which,
                ),
            )
        if not ours:
            raise SlipError(
                Slip.OTHER_GAME,
                phrase(
                    "No card of Ex Libris can be made out in {which}: if it shows a shelf of the game, "
                    "photograph it from above, closer.",
                    which=self.which,
                ),
            )
        distance = float(np.median(widths(found.corners[faces]))) / SLIPS.width
        if distance < 1:
            self._tell(
                Slip.FAR,
                phrase(
                    "The cards in {which} are too small to read well: give the photo in full size, or "
                    "photograph from {percent} % of the distance.",
                    which=self.which,
                    percent=max(int(10 * distance) * 10, 5),
                ),
            )
        elif _sharpness(seen) < SLIPS.sharp:
            self._tell(
                Slip.BLURRED,
                phrase(
                    "{which:capital} is too blurred to read well: tap the cards to focus, and hold the "
                    "camera still.",
                    which=self.which,
                ),
            )

    def _tell(self, slip: Slip, sentence: str) -> None:
        """Tells this beside the reading. What the photo shows matters more than how well."""
        if self.on and (self.slip is None or slip in (*MISPLACED, Slip.CATEGORY_CARDS)):
            self.slip = SlipError(slip, sentence)


def _legible(banners: BannerEvidence) -> int:
    """How many banners have a letter and a number that were made out."""
    least = np.log(LEGIBLE)
    return int(((banners.letter.max(axis=1) > least) & (banners.order.max(axis=1) > least)).sum())


def _sharpness(strips: Picture) -> float:
    """The spread of the strips' Laplacian, in the spread of their light; the median of all strips."""
    grey = [cv2.cvtColor(strip, cv2.COLOR_BGR2GRAY) for strip in strips]
    return float(np.median([cv2.Laplacian(each, cv2.CV_32F).std() / max(each.std(), 1.0) for each in grey]))


def called(sources: Sequence[object], number: int) -> str:
    """What to call a photo in a message."""
    source = sources[number]
    if len(sources) == 1:
        return phrase("the photo")
    name = f" ({Path(source).name})" if isinstance(source, str | Path) else ""
    return phrase("photo {number} of {all}{name}", number=number + 1, all=len(sources), name=name)


def called_together(sources: Sequence[object]) -> str:
    """What to call all photos of a table."""
    return phrase("the photo") if len(sources) == 1 else phrase("these photos")


def check_cards(found: int, which: str, kind: str) -> None:
    """Raises PhotoError if a photo shows no card, or more than `MOST_CARDS`. ``which``: what to call it."""
    if found == 0:
        raise PhotoError(
            phrase(
                "No cards were found in {which}: take it from above, closer, with the whole {kind} in view.",
                which=which,
                kind=phrase(kind),
            )
        )
    if found > MOST_CARDS:
        raise PhotoError(
            phrase(
                "More than {most} cards were found in {which}, more than a game has: photograph one table, "
                "or a part of it.",
                which=which,
                most=MOST_CARDS,
            )
        )
