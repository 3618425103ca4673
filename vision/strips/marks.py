"""Where a strip's letter, number and icons stand, by one small network (CenterNet, Zhou et al. 2019).

Whatever the banner's shape and place, and whether the number stands in it or beside it: what is read
afterwards is cut out here, at one size.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats32, Picture
from vision.networks import sessions as networks
from vision.photo.pyramid import Photo
from vision.strips import rectify
from vision.strips.rectify import HEIGHT, WIDTH

VIEW_HEIGHT, VIEW_WIDTH = HEIGHT // 2, WIDTH // 2  #: of the network's input: half a strip
STRIDE = 4  #: pixels of the view a place of the network's grid
ICON, LETTER, NUMBER = range(3)  #: its three maps
MOST_PEAKS = 8  #: icons kept of a view
#: A mark is clear from this probability on; so many clear ones tell where a table's cards have it; about how
#: far from there (in pixels of the view) it may be, of cards and of what is guessed to be one; and how much
#: being elsewhere counts against it at most.
CLEAR, FEWEST_CARDS, PLACE, GUESSED_PLACE, WORST = 0.4, 3, 4.0, 6.0, 2.5
#: The middles of letter and number are so many pixels of the view apart at least, across or down, and outside
#: each other; by so many nats a card at most their likeliest places may be likelier than the same exchanged,
#: for it to be open which is which; and below this probability one place is as good as another.
APART, OPEN, FAINT = 8.0, 3.0, 0.005
#: Where letter and number lie on one another on more than so many of a table's cards the lower figure of a
#: fraction, say, was taken for the letter.
OFTEN = 0.2
#: A letter or number lower or taller by this factor than most of a table's was seen in part, or with what
#: stands by it.
AS_TALL = 1.4
FAINTLY = 0.05  #: probability of a mark from which a strip may show one
SEEN = 0.1  #: and from which most of a table's letters or numbers are seen, so that no icon is one of them
SURELY_AN_ICON = 4.0  #: so many times likelier an icon is one all the same: letters may be too pale to see
#: The sum of the three, 0 to 3, below which a card of a shelf is a back, and above which it is a face,
#: whatever it was taken for: of 3,654 drawn faces none came to less than 1.50, of 237 backs none to more than
#: 1.25, and 7 to more than 1.05.
BARE, PRINTED = 1.1, 1.43
#: And above which a find is a book card: of 419 doubtful finds in 850 photos that were none none came to more
#: than 1.84, of 165 that were one 153 did.
BOOK_CARD = 1.9


@dataclass(frozen=True)
class Marks:
    """What stands on ``n`` strips, in strip pixels; every row is probability, x, y, width, height.

    ``icons`` is float32 ``[n, 8, 5]``, likeliest first, probability 0 for none; ``letter`` and ``number``
    are ``[n, 5]``: the likeliest places. x and y are those of the middle. ``otherwise``: the same with letter
    and number exchanged, where what the strips show leaves open which is which; their readers know.
    """

    icons: Floats32
    letter: Floats32
    number: Floats32
    otherwise: Marks | None = None

    @property
    def bare(self) -> NDArray[np.bool_]:
        """Which of a shelf's strips, [n], show too little of what every face shows, though others do."""
        little = self.shown < BARE
        return np.asarray(little & ~little.all(), np.bool_)

    @property
    def printed(self) -> NDArray[np.bool_]:
        """Which strips, [n], show what every face shows and no back does."""
        return np.asarray(self.shown > PRINTED, np.bool_)

    @property
    def shown(self) -> Floats32:
        """How much of what every face shows each strip shows, 0 to 3, [n]."""
        return np.asarray(self._seen.sum(axis=1), np.float32)

    @property
    def icons_alone(self) -> Floats32:
        """The icons, [n, 8, 5], without those that are the letters or numbers of a table's strips: these
        stand at one place on most, and may lie in line with the icons and look like one more. What is hardly
        seen is none of them.
        """
        icons = self.icons.copy()
        faces = _faces(self.shown)
        for mark in (self.letter[faces], self.number[faces]):
            if len(mark) < FEWEST_CARDS or np.median(mark[:, 0]) < SEEN:
                continue
            x, y, width, height = np.median(mark[:, 1:], axis=0)
            if np.median(np.abs(mark[:, 1:3] - (x, y)).max(axis=1)) > height / 2:
                continue
            on_it = (np.abs(icons[..., 1] - x) < width / 2) & (np.abs(icons[..., 2] - y) < height / 2)
            icons[on_it & (icons[..., 0] < SURELY_AN_ICON * np.median(mark[:, 0])), 0] = 0.0
        return icons

    @property
    def _seen(self) -> Floats32:
        """What every face shows: probabilities of a letter, a number and a second icon, [n, 3]."""
        icons = np.sort(self.icons[..., 0], axis=1)[:, -2]
        return np.stack([self.letter[:, 0], self.number[:, 0], icons], axis=1)

    def __getitem__(self, which: NDArray[np.bool_]) -> Marks:
        """The marks of these strips alone."""
        other = None if self.otherwise is None else self.otherwise[which]
        return Marks(self.icons[which], self.letter[which], self.number[which], other)

    def above(self, y: Floats32) -> Marks:
        """The marks with the probability of those that stand below ``y``, [n] in strip pixels, set to 0."""
        icons, letter, number = (each.copy() for each in (self.icons, self.letter, self.number))
        icons[icons[..., 2] > y[:, None], 0] = 0.0
        for mark in (letter, number):
            mark[mark[:, 2] > y, 0] = 0.0
        other = None if self.otherwise is None else self.otherwise.above(y)
        return Marks(icons, letter, number, other)

    def __mul__(self, factors: Floats32) -> Marks:
        """The marks with every row times ``factors`` [5]."""
        other = None if self.otherwise is None else self.otherwise * factors
        return Marks(self.icons * factors, self.letter * factors, self.number * factors, other)


def find_marks(strips: Picture, guessed: bool = False) -> Marks:
    """Finds letter, number and icons on strips, uint8 ``[n, 152, 344, 3]``.

    ``guessed``: some may be no cards, or lie otherwise; only clear ones tell then where the others' marks
    are.
    """
    views = np.empty((len(strips), VIEW_HEIGHT, VIEW_WIDTH, 3), np.uint8)
    for view, strip in zip(views, strips, strict=True):
        cv2.resize(strip, (VIEW_WIDTH, VIEW_HEIGHT), view, interpolation=cv2.INTER_AREA)
    return find(views, alike=True, guessed=guessed) * np.array([1, 2, 2, 2, 2], np.float32)


def print_at(photo: Photo, corners: NDArray[np.floating], inside: bool = False) -> Floats32:
    """How much of what every face shows the cards with these ``corners`` [n, 4, 2] show in a photo, uint8 BGR
    [H, W, 3]: 0 to 3, [n]. ``inside``: what stands below their lower edges, on another card, does not count.
    """
    marks = find_marks(rectify.strips(photo, corners), guessed=True)
    return (marks.above(rectify.lower_edges(corners)) if inside else marks).shown


def find(views: Picture, alike: bool = False, guessed: bool = False) -> Marks:
    """The same for pictures of the network's own size, uint8 ``[n, 76, 172, 3]``, in their pixels.

    ``alike``: they are of one printing, which sets letter and number at one place on every card.
    """
    n = len(views)
    if n == 0:
        return Marks(np.zeros((0, MOST_PEAKS, 5), np.float32), *(np.zeros((0, 5), np.float32),) * 2)
    (out,) = networks.run("strip_finder", views)
    heat = np.asarray(1 / (1 + np.exp(-out[:, :3])), np.float32)
    dx, dy = 1 / (1 + np.exp(-out[:, 3:5].transpose(1, 0, 2, 3)))
    width, height = np.exp(np.clip(out[:, 5:7].transpose(1, 0, 2, 3), -1, 3.5)) * STRIDE
    rows, columns = np.mgrid[: heat.shape[2], : heat.shape[3]]
    x, y = (columns + dx) * STRIDE, (rows + dy) * STRIDE
    places = np.stack([x, y, width, height], axis=-1)  # [n, rows, columns, 4]

    where = (np.column_stack([columns.ravel(), rows.ravel()]) * STRIDE).astype(np.float32)

    icons = np.stack([_peaks(heat[i, ICON], places[i]) for i in range(n)])
    spread = GUESSED_PLACE if guessed else PLACE
    likely = heat[:, [LETTER, NUMBER]].max(axis=(2, 3)).sum(axis=1)
    faces = _faces(likely + np.sort(icons[..., 0], axis=1)[:, -2])

    def best(which: int, usual: Floats32 | None = None) -> Floats32:
        flat = heat[:, which].reshape(n, -1)
        usual = _usual(heat[faces, which], where, guessed) if alike and usual is None else usual
        top = (flat if usual is None else np.log(flat) - _away(where, usual, spread)).argmax(axis=1)
        top = _on_peaks(heat[:, which], top)
        chosen = places.reshape(n, -1, 4)[np.arange(n), top]
        marks = np.column_stack([flat[np.arange(n), top], chosen]).astype(np.float32)
        return _as_tall(marks, faces) if alike else marks

    letter, number = best(LETTER), best(NUMBER)
    two = _two_places(heat, places) if alike else None
    if two is not None and two.open:
        one, other = where[two.letter], where[two.number]
        exchanged = Marks(icons, best(LETTER, other), best(NUMBER, one))
        return Marks(icons, best(LETTER, one), best(NUMBER, other), exchanged)
    if two is not None and _on_one_another(letter[:, 1:], number[:, 1:])[faces].mean() > OFTEN:
        return Marks(icons, best(LETTER, where[two.letter]), best(NUMBER, where[two.number]))
    return Marks(icons, letter, number)


class _TwoPlaces(NamedTuple):
    """Where a table has its letters and its numbers, as counted along the rows, and whether these might as
    well be exchanged.
    """

    letter: int
    number: int
    open: bool


def _two_places(heat: Floats32, places: Floats32) -> _TwoPlaces | None:
    """The likeliest places of a table's letters and its numbers that do not lie on one another; None where
    too little shows.

    ``heat`` [n, 3, rows, columns], and ``places`` [n, rows, columns, 4]: x, y, width and height.
    """
    letter, number = heat[:, LETTER], heat[:, NUMBER]
    clear = letter.max(axis=(1, 2)) + number.max(axis=(1, 2)) > 2 * CLEAR
    if clear.sum() < FEWEST_CARDS:
        return None
    told = [_told_together(each[clear]) for each in (letter, number)]
    peaks = [(each >= cv2.dilate(each, np.ones((5, 5)))) & (each > np.log(FAINT)) for each in told]
    likely = np.flatnonzero(peaks[0] | peaks[1])
    boxes = np.median(places[clear], axis=0).reshape(-1, 4)[likely]
    together = _on_one_another(boxes[:, None], boxes[None])
    if together.all():
        return None
    a, b = (each.ravel()[likely] for each in told)
    both = np.where(together, -np.inf, a[:, None] + b[None])
    one, other = np.unravel_index(both.argmax(), both.shape)
    return _TwoPlaces(int(likely[one]), int(likely[other]), bool(both[one, other] - both[other, one] <= OPEN))


def _on_one_another(one: Floats32, other: Floats32) -> NDArray[np.bool_]:
    """Whether of two boxes, [..., 4] each (x, y, width, height), one has its middle on the other, [...]."""
    reach = np.maximum(np.maximum(one[..., 2:], other[..., 2:]) / 2, APART)
    return np.asarray((np.abs(one[..., :2] - other[..., :2]) < reach).all(axis=-1), np.bool_)


def _faces(shown: Floats32) -> NDArray[np.bool_]:
    """Which strips, [n], are faces' by what each has ``shown``, [n]; all where none surely is one. A back may
    have on it what looks like a letter or a number, all backs at one place.
    """
    surely = shown > PRINTED
    if not surely.any():
        return np.ones(len(shown), np.bool_)
    return np.asarray(surely if surely.sum() >= FEWEST_CARDS else shown > BARE, np.bool_)


def _as_tall(marks: Floats32, faces: NDArray[np.bool_]) -> Floats32:
    """The letters or the numbers, [n, 5], those of another height than those of most ``faces`` [n] replaced
    by what is usual.
    """
    clear = faces & (marks[:, 0] > CLEAR)
    if clear.sum() >= FEWEST_CARDS:
        usual = np.median(marks[clear, 1:], axis=0)
        off = np.abs(np.log(marks[:, 4] / usual[3])) > np.log(AS_TALL)
        marks[off, 1:] = usual
    return marks


def _usual(heat: Floats32, where: Floats32, guessed: bool) -> Floats32 | None:
    """Where a table's cards have a mark, in pixels [2]; None where too few show it.

    ``heat`` [n, rows, columns], ``where`` [places, 2] in pixels. Where hardly any card shows it clearly, all
    together may, unless they are ``guessed``: each by itself may take something else on it for the mark.
    """
    flat = heat.reshape(len(heat), -1)
    clear, seen = (flat.max(axis=1) > least for least in (CLEAR, FAINTLY))
    if clear.sum() >= FEWEST_CARDS:
        return np.asarray(np.median(where[flat[clear].argmax(axis=1)], axis=0), np.float32)
    if not guessed and seen.sum() >= FEWEST_CARDS:
        return np.asarray(where[_told_together(heat[seen]).argmax()], np.float32)
    return None


def _told_together(heat: Floats32) -> Floats32:
    """How likely each place is by all of n cards, as a mean logarithm; ``heat`` [n, rows, columns]."""
    soft = [cv2.GaussianBlur(each, (0, 0), 1) for each in heat]
    return np.asarray(np.log(np.maximum(soft, FAINT)).mean(axis=0), np.float32)


def _away(where: Floats32, usual: Floats32, spread: float) -> Floats32:
    """What speaks against each place, [places], because the table's other cards have the mark elsewhere,
    ``spread`` pixels from there or more.
    """
    off = np.maximum(np.linalg.norm(where - usual, axis=1) / spread - 1, 0)
    return np.asarray(np.minimum(np.square(off) / 2, WORST), np.float32)


def _on_peaks(heat: Floats32, chosen: NDArray[np.intp]) -> NDArray[np.intp]:
    """The ``chosen`` place of each map, or the likeliest beside it: there a mark's box is told best.

    ``heat`` [n, rows, columns]; places [n] as counted along the rows.
    """
    n, _, columns = heat.shape
    ringed = np.pad(heat, ((0, 0), (1, 1), (1, 1)), constant_values=-1)
    row, column = np.divmod(chosen, columns)
    beside = np.mgrid[-1:2, -1:2].reshape(2, 1, 9)
    rows, across = beside + np.stack([row, column])[..., None]  # [n, 9] each
    best = ringed[np.arange(n)[:, None], rows + 1, across + 1].argmax(axis=1)
    return np.asarray(rows[np.arange(n), best] * columns + across[np.arange(n), best], np.intp)


def _peaks(heat: Floats32, places: Floats32) -> Floats32:
    """Local peaks of one map, float32 ``[8, 5]``, likeliest first; none lies on another."""
    out = np.zeros((MOST_PEAKS, 5), np.float32)
    around = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= around) & (heat > 0.03))
    kept = 0
    for i in np.argsort(-heat[rows, columns]):
        row, column = rows[i], columns[i]
        x, y, width, _ = place = places[row, column]
        others = out[:kept]
        apart = np.hypot(others[:, 1] - x, others[:, 2] - y)
        if (apart > 0.6 * np.minimum(others[:, 3], width)).all():
            out[kept] = heat[row, column], *place
            kept += 1
        if kept == MOST_PEAKS:
            break
    return out
