"""Fits what `vision.typefaces` knows: how the letters of each typeface look to the two letter networks.

``python -m vision.train typefaces draw`` photographs letters of looks that are set in one typeface each;
``… fit`` learns from them which differences between what the networks saw are the light's and the camera's,
and which the typeface's; then it lists each letter of each typeface, printed plainly, as ``… list`` does by
what was learned before. A font's capitals and its small letters are a typeface each. Typefaces of held-out
looks are left out of all.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import torch
import typer
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from rich.progress import track
from torch import Tensor, nn

from vision import networks
from vision.alike import unit
from vision.models import FOLDER, list_model
from vision.read import LETTER_INK, cut_letter
from vision.synth import fonts
from vision.synth.looks import make_look
from vision.train.batches import make_banners
from vision.train.strips import BANNER_SHARE, printed_banners, strip_sample
from vision.typefaces import FILE, SMALL, Typefaces, side_by_side

Floats = NDArray[np.float32]

app = typer.Typer(help="The typefaces that letters are compared with.", no_args_is_help=True)

NETWORKS = ("letter_reader", "second_letter_reader")
CARDS = 8  #: of each look that is photographed
SIZE, MARGIN = 96, 40  #: of a plainly printed letter, and around it, in pixels
SOFT = 0.4  #: how soft it is made, in pixels of its cut
INK, PAPER = 45, 225  #: how dark and light it is printed; half of the looks the other way round
LENGTH = 48  #: numbers of a look
TABLES, OTHERS = 48, 200  #: a step: tables, and typefaces besides theirs that they are compared with
RATE, NOISE = 2e-3, 0.01
#: The mean cosine of a font's small letters' looks and its capitals' from which on they are the same letters.
CAPITALS = 0.9
SCALE = 8.0  #: of unit vectors of a hundred numbers, so that these are about 1


def typeface(font: str, small: bool) -> str:
    """The name of a font file's capitals, or of its small letters."""
    return font + SMALL if small else font


def seen_by_networks(letters: NDArray[np.uint8]) -> tuple[Floats, Floats]:
    """What both networks see of letters, uint8 [n, 40, 40, 3]: features before the last layer, [n, f]."""
    first, second = (networks.run(name, letters)[1] for name in NETWORKS)
    return first, second


@app.command()
def draw(
    out: Annotated[Path, typer.Argument(help="The .npz file to write.")],
    count: Annotated[int, typer.Option(min=1, help="Looks of 8 letters each.")] = 3200,
    seed: Annotated[int, typer.Option()] = 1,
) -> None:
    """Photographs letters of looks that are set in one typeface each; two thousand take 10 minutes."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng((seed, 26))
    kept: dict[str, list[object]] = {name: [] for name in ("font", "letter", "first", "second")}
    for _ in track(range(count), "Looks"):
        look = make_look(int(rng.integers(1 << 40)), held_out=False)
        while not isinstance(look.banner.letter_font, str):  # one between two typefaces is neither
            look = make_look(int(rng.integers(1 << 40)), held_out=False)
        table = printed_banners(look, rng, CARDS)
        strips = [strip_sample(table, rng, card, share=BANNER_SHARE) for card in range(CARDS)]
        banners = make_banners(strips, rng)
        first, second = seen_by_networks(banners.letters)
        row = (
            typeface(look.banner.letter_font, look.banner.lower),
            banners.labels[:, 0],
            first.astype(np.float16),
            second.astype(np.float16),
        )
        for rows, value in zip(kept.values(), row, strict=True):
            rows.append(value)
    out.parent.mkdir(parents=True, exist_ok=True)
    np.savez(out, **{name: np.array(rows) for name, rows in kept.items()})


def plain_letters(font: str, small: bool = False) -> NDArray[np.uint8] | None:
    """A to Z of a font file as the networks are given letters, uint8 [26, 40, 40, 3]; None if one lacks."""
    face = fonts.load(font, SIZE)
    letters = [_plain_letter(face, chr(ord("a" if small else "A") + number)) for number in range(26)]
    whole = [letter for letter in letters if letter is not None]
    return None if len(whole) < len(letters) else np.stack(whole)


def _plain_letter(
    face: ImageFont.FreeTypeFont | ImageFont.ImageFont, character: str
) -> NDArray[np.uint8] | None:
    left, top, right, bottom = (round(side) for side in face.getbbox(character))
    if right <= left or bottom <= top:
        return None
    sheet = Image.new("L", (right - left + 2 * MARGIN, bottom - top + 2 * MARGIN))
    ImageDraw.Draw(sheet).text((MARGIN - left, MARGIN - top), character, font=face, fill=255)
    ys, xs = np.nonzero(np.asarray(sheet) > 60)
    if len(ys) == 0:
        return None
    grey = PAPER + (INK - PAPER) * np.asarray(sheet, np.float32) / 255
    picture = np.repeat(grey.astype(np.uint8)[..., None], 3, axis=2)
    x, y = (xs.min() + xs.max()) / 2, (ys.min() + ys.max()) / 2
    box = np.array([1, x, y, np.ptp(xs) + 1, np.ptp(ys) + 1], np.float32)
    soft = cv2.GaussianBlur(picture, (0, 0), SOFT * max(box[3:]) / LETTER_INK)  # else cutting skips pixels
    return cut_letter(np.asarray(soft, np.uint8), box)


def plain_looks() -> tuple[list[str], Floats]:
    """Every typeface of training looks: its name, and what the networks see of its letters, [t, 26, f]: the
    mean of dark on light and light on dark, both networks side by side.
    """
    cv2.setNumThreads(1)
    names, seen = [], []
    for file in track([file for group in fonts.text_fonts(False) for file in group], "Typefaces"):
        for small in (False, True):
            letters = plain_letters(file, small)
            if letters is None:
                continue
            both = seen_by_networks(np.concatenate([letters, 255 - letters]))
            names.append(typeface(file, small))
            seen.append(side_by_side(*(sum(np.split(unit(each), 2)) for each in both)))
    return names, np.stack(seen)


class Looks(nn.Module):
    """From what the networks saw of letters, [..., f], to their looks, unit vectors [..., d]."""

    def __init__(self, features: int) -> None:
        super().__init__()
        self.linear = nn.Linear(features, LENGTH)
        self.sharpness = nn.Parameter(torch.tensor(2.5))  # its logarithm

    def forward(self, seen: Tensor) -> Tensor:
        return nn.functional.normalize(self.linear(SCALE * seen), dim=-1)


def loss(looks: Looks, seen: Tensor, letters: Tensor, own: Tensor, others: Tensor) -> Tensor:
    """How surprising it is which letter of which typeface each photographed one is, and which typeface each
    table.

    ``seen`` [t, cards, f] and ``letters`` [t, cards] of tables; ``own`` [t, 26, f]: their typefaces;
    ``others`` [k, 26, f]: other typefaces.
    """
    known = looks(torch.cat([own, others]))
    alike = looks.sharpness.exp() * torch.einsum("tnd,vcd->tnvc", looks(seen), known)
    tables = torch.arange(len(seen))
    which = tables[:, None] * 26 + letters
    cross = nn.functional.cross_entropy
    of_letters = alike.gather(3, letters[:, :, None, None].expand(-1, -1, alike.shape[2], 1))[..., 0]
    typeface = cross(of_letters.sum(1) / 2, tables)  # the letters of one photo err together
    return cross(alike.flatten(2).flatten(0, 1), which.flatten()) + typeface / 2


@app.command()
def fit(
    drawn: Annotated[list[Path], typer.Argument(help="Files that draw wrote.")],
    steps: Annotated[int, typer.Option(min=1)] = 1500,
    seed: Annotated[int, typer.Option()] = 1,
    folder: Annotated[Path, typer.Option(help="Where typefaces.npz goes.")] = FOLDER,
) -> None:
    """Learns to compare letters with typefaces and writes models/typefaces.npz."""
    torch.manual_seed(seed)
    names, plain = plain_looks()
    number = {name: index for index, name in enumerate(names)}
    files = [np.load(path) for path in drawn]
    font, letter, first, second = (
        np.concatenate([file[name] for file in files]) for name in ("font", "letter", "first", "second")
    )
    there = np.array([name in number for name in font])
    seen = torch.from_numpy(side_by_side(*(each[there].astype(np.float32) for each in (first, second))))
    letters, which = torch.from_numpy(letter[there]), torch.tensor([number[name] for name in font[there]])
    looks, known = Looks(seen.shape[-1]), torch.from_numpy(plain)
    optimiser = torch.optim.AdamW(looks.parameters(), lr=RATE, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=steps + 1)
    for _ in track(range(steps), "Steps"):
        some = torch.randint(len(seen), (TABLES,))
        noisy = seen[some] + NOISE * torch.randn(seen[some].shape)
        others = known[torch.randint(len(known), (OTHERS,))]
        optimiser.zero_grad()
        loss(looks, noisy, letters[some], known[which[some]], others).backward()
        optimiser.step()
        schedule.step()
    matrix, offset = SCALE * looks.linear.weight.detach().numpy().T, looks.linear.bias.detach().numpy()
    write(folder, names, plain, matrix, offset, looks.sharpness.exp().item())


@app.command("list")
def list_typefaces(folder: Annotated[Path, typer.Option(help="Where typefaces.npz is.")] = FOLDER) -> None:
    """Lists the typefaces of the fonts at hand anew, by what fit learned; a quarter of an hour."""
    with np.load(folder / FILE) as file:
        learned = Typefaces.of(file)
    write(folder, *plain_looks(), learned.matrix, learned.offset, learned.sharpness)


def write(
    folder: Path, names: Sequence[str], plain: Floats, matrix: Floats, offset: Floats, sharpness: float
) -> None:
    """Writes what `vision.typefaces.Typefaces` reads: the looks of the ``plain`` letters [t, 26, f], as int8.

    Small letters that are small capitals are left out.
    """
    looks = unit(plain @ matrix + offset)
    number = {name: index for index, name in enumerate(names)}
    capitals = np.array([number.get(name.removesuffix(SMALL), -1) for name in names])
    twice = (capitals != np.arange(len(names))) & (capitals >= 0)
    twice[twice] = (looks[twice] * looks[capitals[twice]]).sum(axis=-1).mean(axis=-1) > CAPITALS
    np.savez_compressed(
        folder / FILE,
        names=np.array(names)[~twice],
        looks=np.round(looks[~twice] * (127 / np.abs(looks).max())).astype(np.int8),
        matrix=matrix,
        offset=offset,
        sharpness=np.array(sharpness),
    )
    list_model(FILE, folder)
