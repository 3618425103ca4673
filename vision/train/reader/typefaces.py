"""Fits the tables of `vision.banner.typefaces`: the networks' features of each typeface's numbers.

``python -m vision.train typefaces draw`` photographs numbers of looks with one typeface each. ``… fit``
learns from the photos which differences between features come from light and camera, and which from the
typeface. Then it lists each number of each typeface, printed plainly; ``… list`` does that by an earlier fit.
Typefaces of held-out looks are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import cv2
import numpy as np
import torch
import typer
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from rich.progress import track
from torch import Tensor, nn

from vision.arrays import Floats32
from vision.banner.crops import NUMBER_INK, cut_number
from vision.banner.typefaces import FILE, Typefaces, side_by_side
from vision.networks import sessions as networks
from vision.networks.files import FOLDER, list_model
from vision.probability import unit
from vision.reading import ORDERS
from vision.synth.look import fonts
from vision.synth.look.looks import Banner, make_look
from vision.train.reader.batches import make_banners
from vision.train.reader.strips import BANNER_SHARE, printed_banners, strip_sample

Pictures = NDArray[np.uint8]

app = typer.Typer(help="The typefaces that numbers are compared with.", no_args_is_help=True)

CARDS = 8  #: of each look that is photographed
SIZE, MARGIN = 96, 40  #: of a plainly printed number, and around it, in pixels
SOFT = 0.4  #: how soft it is made, in pixels of its cut
INK, PAPER = 45, 225  #: how dark and light it is printed; half of the looks the other way round
TABLES, OTHERS = 48, 200  #: a step: tables, and typefaces besides theirs that they are compared with
RATE, NOISE = 2e-3, 0.01
SCALE = 8.0  #: of unit vectors of a hundred numbers, so that these are about 1


#: Orders and counts of plain numbers: each with itself and with some above and below.
NUMBERS_PRINTED = sorted(
    {(n, min(n + by, ORDERS)) for n in range(1, ORDERS + 1) for by in (0, 3, 4)}
    | {(max(n - by, 1), n) for n in range(1, ORDERS + 1) for by in (3, 4)}
)


@dataclass(frozen=True)
class Plain:
    """The marks of one typeface, printed plainly.

    ``pictures``: uint8 [p, h, w, 3], the networks' inputs. ``values`` [p, heads]: the values that they show.
    """

    pictures: Pictures
    values: NDArray[np.int64]


def plain_numbers(font: str) -> Plain | None:
    """Numbers of a font file as networks' inputs, with a bar or a colon; None if a character is missing.

    Each order and each count is in at least one number.
    """
    texts = [f"{order}{'/:'[n % 2]}{of}" for n, (order, of) in enumerate(NUMBERS_PRINTED)]
    pictures = _plain(font, texts, cut_number, NUMBER_INK)
    return None if pictures is None else Plain(pictures, np.array(NUMBERS_PRINTED) - 1)


def _plain(
    font: str, texts: Sequence[str], cut: Callable[..., Pictures], ink: tuple[int, int]
) -> Pictures | None:
    """These texts of a font file, each cut like a strip; None if a character is missing."""
    face = fonts.load(font, SIZE)
    printed = [_printed(face, text, cut, ink) for text in texts]
    whole = [picture for picture in printed if picture is not None]
    return None if len(whole) < len(printed) else np.stack(whole)


def _printed(
    face: ImageFont.FreeTypeFont | ImageFont.ImageFont,
    text: str,
    cut: Callable[..., Pictures],
    ink: tuple[int, int],
) -> Pictures | None:
    left, top, right, bottom = (round(side) for side in face.getbbox(text))
    if right <= left or bottom <= top:
        return None
    sheet = Image.new("L", (right - left + 2 * MARGIN, bottom - top + 2 * MARGIN))
    ImageDraw.Draw(sheet).text((MARGIN - left, MARGIN - top), text, font=face, fill=255)
    ys, xs = np.nonzero(np.asarray(sheet) > 60)
    if len(ys) == 0:
        return None
    grey = PAPER + (INK - PAPER) * np.asarray(sheet, np.float32) / 255
    picture = np.repeat(grey.astype(np.uint8)[..., None], 3, axis=2)
    x, y = (xs.min() + xs.max()) / 2, (ys.min() + ys.max()) / 2
    box = np.array([1, x, y, np.ptp(xs) + 1, np.ptp(ys) + 1], np.float32)
    shrunk = max(box[3] / ink[0], box[4] / ink[1])
    soft = cv2.GaussianBlur(picture, (0, 0), SOFT * shrunk)  # else cutting skips pixels
    return cut(np.asarray(soft, np.uint8), box)


def _numbers_of(font: str) -> Iterator[tuple[str, Plain]]:
    numbers = plain_numbers(font)
    if numbers is not None:
        yield font, numbers


def _number_font(banner: Banner) -> str | None:
    """A font between two typefaces is neither."""
    return banner.number_font if isinstance(banner.number_font, str) else None


NETWORKS = "number_reader", "second_number_reader"
ANSWERS = "order_", "of_"  #: begin the names of each answer's arrays
LENGTH = 32  #: of a look


def seen_by_both(pictures: Pictures) -> list[tuple[Floats32, Floats32]]:
    """For each answer both networks' features of pictures, before the last layer, [n, f] each."""
    first, second = (networks.run(name, pictures)[len(ANSWERS) :] for name in NETWORKS)
    return list(zip(first, second, strict=True))


@app.command()
def draw(
    out: Annotated[Path, typer.Argument(help="The .npz file to write.")],
    count: Annotated[int, typer.Option(min=1, help="Looks of 8 cards each.")] = 3200,
    seed: Annotated[int, typer.Option()] = 1,
) -> None:
    """Photographs cards of looks with one typeface each; two thousand take 10 minutes."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng((seed, 26))
    kept: dict[str, list[object]] = {"typeface": [], "truth": []}
    for _ in track(range(count), "Looks"):
        name = None
        while name is None:
            look = make_look(int(rng.integers(1 << 40)), held_out=False)
            name = _number_font(look.banner)
        table = printed_banners(look, rng, CARDS)
        strips = [strip_sample(table, rng, card, share=BANNER_SHARE) for card in range(CARDS)]
        banners = make_banners(strips, rng)
        row: dict[str, object] = {"typeface": name, "truth": banners.labels[:, 1:]}
        for answer, (first, second) in zip(ANSWERS, seen_by_both(banners.numbers), strict=True):
            row |= {answer + "first": first.astype(np.float16), answer + "second": second.astype(np.float16)}
        for key, value in row.items():
            kept.setdefault(key, []).append(value)
    out.parent.mkdir(parents=True, exist_ok=True)
    np.savez(out, **{name: np.array(rows) for name, rows in kept.items()})


def plain_looks() -> tuple[list[str], list[Floats32]]:
    """Every typeface of training looks: its name, and for each answer the networks' features of its values.

    Features [t, values, 2 f] are means of dark on light and light on dark, both networks side by side.
    """
    cv2.setNumThreads(1)
    names: list[str] = []
    seen: list[list[Floats32]] = [[] for _ in ANSWERS]
    for file in track([file for group in fonts.text_fonts(False) for file in group], "Typefaces"):
        for name, plain in _numbers_of(file):
            names.append(name)
            both = seen_by_both(np.concatenate([plain.pictures, 255 - plain.pictures]))
            for rows, pair, truth in zip(seen, both, plain.values.T, strict=True):
                each = side_by_side(*(sum(np.split(unit(features), 2)) for features in pair))
                rows.append(np.stack([each[truth == value].mean(axis=0) for value in range(ORDERS)]))
    return names, [np.stack(rows) for rows in seen]


class Looks(nn.Module):
    """From the networks' features, [..., f], to looks, unit vectors [..., d]."""

    def __init__(self, features: int, length: int) -> None:
        super().__init__()
        self.linear = nn.Linear(features, length)
        self.sharpness = nn.Parameter(torch.tensor(2.5))  # its logarithm

    def forward(self, seen: Tensor) -> Tensor:
        return nn.functional.normalize(self.linear(SCALE * seen), dim=-1)


def loss(looks: Looks, seen: Tensor, values: Tensor, own: Tensor, others: Tensor) -> Tensor:
    """The loss of the true value and typeface of each photographed mark, and of the true typeface of each
    table.

    ``seen`` [t, cards, f] and ``values`` [t, cards] of tables; ``own`` [t, values, f]: their typefaces;
    ``others`` [k, values, f]: other typefaces.
    """
    known = looks(torch.cat([own, others]))
    alike = looks.sharpness.exp() * torch.einsum("tnd,vcd->tnvc", looks(seen), known)
    tables = torch.arange(len(seen))
    which = tables[:, None] * known.shape[1] + values
    cross = nn.functional.cross_entropy
    of_values = alike.gather(3, values[:, :, None, None].expand(-1, -1, alike.shape[2], 1))[..., 0]
    typeface = cross(of_values.sum(1) / 2, tables)  # the marks of one photo err together
    return cross(alike.flatten(2).flatten(0, 1), which.flatten()) + typeface / 2


@app.command()
def fit(
    drawn: Annotated[list[Path], typer.Argument(help="Files that draw wrote.")],
    steps: Annotated[int, typer.Option(min=1)] = 1500,
    seed: Annotated[int, typer.Option()] = 1,
    folder: Annotated[Path, typer.Option(help="Where the typefaces go.")] = FOLDER,
) -> None:
    """Learns to compare numbers with typefaces and writes these to models/."""
    torch.manual_seed(seed)
    names, plain = plain_looks()
    files = [np.load(path) for path in drawn]
    table = {name: np.concatenate([file[name] for file in files]) for name in files[0].files}
    number = {name: index for index, name in enumerate(names)}
    there = np.array([name in number for name in table["typeface"]])
    which = torch.tensor([number[name] for name in table["typeface"][there]])
    learned: dict[str, tuple[Floats32, Floats32, float]] = {}
    for head, (answer, known) in enumerate(zip(ANSWERS, plain, strict=True)):
        first, second = (table[answer + each][there].astype(np.float32) for each in ("first", "second"))
        seen, values = side_by_side(first, second), table["truth"][there][..., head]
        looks = learn(torch.from_numpy(seen), torch.from_numpy(values), which, known, LENGTH, steps)
        matrix, offset = SCALE * looks.linear.weight.detach().numpy().T, looks.linear.bias.detach().numpy()
        learned[answer] = matrix, offset, looks.sharpness.exp().item()
    write(folder, names, plain, learned)


def learn(seen: Tensor, values: Tensor, which: Tensor, plain: Floats32, length: int, steps: int) -> Looks:
    """The looks of one answer, learned from tables.

    ``seen`` [t, cards, f]: features; ``values`` [t, cards]: the true values; ``which`` [t]: the number of
    each table's typeface among the ``plain`` typefaces [k, values, f].
    """
    looks, known = Looks(seen.shape[-1], length), torch.from_numpy(plain)
    optimiser = torch.optim.AdamW(looks.parameters(), lr=RATE, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=steps + 1)
    for _ in track(range(steps), "Steps"):
        some = torch.randint(len(seen), (TABLES,))
        noisy = seen[some] + NOISE * torch.randn(seen[some].shape)
        others = known[torch.randint(len(known), (OTHERS,))]
        optimiser.zero_grad()
        loss(looks, noisy, values[some], known[which[some]], others).backward()
        optimiser.step()
        schedule.step()
    return looks


@app.command("list")
def list_typefaces(
    folder: Annotated[Path, typer.Option(help="Where the typefaces are.")] = FOLDER,
) -> None:
    """Lists the typefaces of the installed fonts anew, by the last fit; a quarter of an hour."""
    with np.load(folder / FILE) as file:
        old = {answer: Typefaces.of(file, answer) for answer in ANSWERS}
    learned = {answer: (each.matrix, each.offset, each.sharpness) for answer, each in old.items()}
    write(folder, *plain_looks(), learned)


def write(
    folder: Path,
    names: Sequence[str],
    plain: Sequence[Floats32],
    learned: Mapping[str, tuple[Floats32, Floats32, float]],
) -> None:
    """Writes the file that `vision.banner.typefaces.Typefaces` reads.

    For each answer it holds the looks of the ``plain`` typefaces [t, values, 2 f] as int8, and the
    ``learned`` matrix, offset and sharpness.
    """
    arrays: dict[str, Any] = {}
    for seen, (answer, (matrix, offset, sharpness)) in zip(plain, learned.items(), strict=True):
        looks = unit(seen @ matrix + offset)
        arrays[answer + "looks"] = np.round(looks * (127 / np.abs(looks).max())).astype(np.int8)
        arrays |= {answer + "matrix": matrix, answer + "offset": offset}
        arrays[answer + "sharpness"] = np.array(sharpness)
    np.savez_compressed(folder / FILE, names=np.array(names), **arrays)
    list_model(FILE, folder)
