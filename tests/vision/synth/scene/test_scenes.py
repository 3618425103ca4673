"""Scenes: the truth agrees with the picture, and a seed gives one picture."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest
import typer
from numpy.typing import NDArray

from scorer.cards import BookCard, Category, Deck
from vision.synth.__main__ import write_folder
from vision.synth.look.banners import banner_bottom, banner_right
from vision.synth.look.icons import icon_boxes
from vision.synth.look.looks import Look, make_look
from vision.synth.scene import decks, layout
from vision.synth.scene.camera import Camera, aim
from vision.synth.scene.laying import card_corners, paint_sleeve
from vision.synth.scene.light import illuminate, photograph
from vision.synth.scene.paint import Canvas, Relief
from vision.synth.scene.scenes import Kind, Scene, framed, framing, legend_photo, make_scene
from vision.synth.scene.truth import CATEGORY_CARD, FACE_DOWN, FACE_UP, LEAST_VISIBLE, STRIP

pytestmark = pytest.mark.any_fonts

SIZE = (480, 360)
EVERY_KIND: list[Kind] = ["shelf", "two_shelves", "spread", "few", "legend", "empty", "loose", "foreign"]
RED, GREEN, BLUE, GREY = (40, 40, 220), (40, 200, 40), (220, 60, 40), (128, 128, 128)


class Flags:
    """Paints each quarter of a card in a colour of its own: top left red, top right green, bottom blue and
    grey.
    """

    def draw_card(self, look: Look, card: BookCard, width: int) -> NDArray[np.uint8]:
        height = round(width * look.aspect)
        picture = np.full((height, width, 4), 255, np.uint8)
        half, middle = height // 2, width // 2
        picture[:half, :middle, :3], picture[:half, middle:, :3] = RED, GREEN
        picture[half:, middle:, :3], picture[half:, :middle, :3] = BLUE, GREY
        return picture

    def draw_back(self, look: Look, width: int) -> NDArray[np.uint8]:
        return self.draw_card(look, BookCard("A", 1), width)

    def draw_category_card(self, look: Look, category: Category, width: int) -> NDArray[np.uint8]:
        return self.draw_card(look, BookCard("A", 1), width)


@cache
def flat_scene(seed: int, kind: Kind, look: Look | None = None, whole: bool = False) -> Scene:
    """A scene without light, drawn once for all tests: they only look at it."""
    return flat(seed, kind, look=look, whole=whole)


def flat(seed: int, kind: Kind, **more: Any) -> Scene:
    return make_scene(seed, kind=kind, size=SIZE, lit=False, painter=Flags(), **more)


@pytest.mark.parametrize("kind", EVERY_KIND)
def test_a_seed_gives_one_scene(kind: Kind) -> None:
    one, two, other = (make_scene(seed, kind=kind, size=SIZE) for seed in (5, 5, 6))
    assert one.image.shape == (360, 480, 3)
    assert one.image.dtype == np.uint8
    assert np.array_equal(one.image, two.image)
    assert one.truth == two.truth
    assert not np.array_equal(one.image, other.image)


@pytest.mark.parametrize("kind", ["shelf", "two_shelves", "few", "legend", "loose"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_corners_lie_where_the_card_is_painted(kind: Kind, seed: int) -> None:
    scene = flat_scene(seed, kind, look=make_look(seed), whole=True)  # its cards do not overlap
    assert scene.objects
    for thing in scene.objects:
        for corner, colour in zip(thing.corners, (RED, GREEN, BLUE, GREY), strict=True):
            # a quarter of the way to the middle: neighbours may lie on the corner itself
            x, y = corner + (thing.corners.mean(0) - corner) * 0.25
            seen = scene.image[round(float(y)), round(float(x))].astype(int)
            assert np.argmin([np.abs(seen - c).sum() for c in (RED, GREEN, BLUE, GREY)]) == (
                RED, GREEN, BLUE, GREY
            ).index(colour)  # fmt: skip
        assert thing.visible_fraction > 0.8


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_strip_ends_where_the_next_card_begins(seed: int) -> None:
    scene = flat_scene(seed, "spread", look=make_look(seed), whole=True)
    strips = [thing for thing in scene.objects if thing.kind == STRIP]
    assert strips
    assert all(thing.visible_fraction > 0.8 for thing in strips)
    for thing in strips:
        assert np.allclose(thing.corners[:2], thing.card_corners[:2])
        above = scene.objects[thing.placement.covered_by or 0]
        (ax, ay), (bx, by) = above.card_corners[:2]
        across = np.array([by - ay, ax - bx]) / np.hypot(bx - ax, by - ay)
        assert np.abs((thing.corners[2:] - (ax, ay)) @ across).max() < 1.0


@pytest.mark.parametrize("seed", range(12))
def test_a_careful_spread_leaves_every_letter_number_and_icon_in_view(seed: int) -> None:
    look = make_look(seed)
    below, right = banner_bottom(look.banner), min(banner_right(look.banner), 1.0)
    last_icon, middle = max(box[0] + box[2] / 2 for box in icon_boxes(look, 4)), look.icons.middle
    square = np.array([(0, 0), (1, 0), (1, look.aspect), (0, look.aspect)], np.float32)
    scene = flat(seed, "spread", look=look, whole=True, careful=True)
    for thing in (each for each in scene.objects if each.kind == STRIP):
        onto = cv2.getPerspectiveTransform(square, np.asarray(thing.card_corners, np.float32))
        print_ends = [(0.0, below), (right, below), (last_icon, middle)]
        ends = cv2.perspectiveTransform(np.array([print_ends]), onto)[0]
        others = [
            each.card_corners for each in scene.objects if each.placement.column != thing.placement.column
        ]
        for x, y in ends:
            assert cv2.pointPolygonTest(np.asarray(thing.corners, np.float32), (x, y), True) > -1.5
            for other in others:
                assert cv2.pointPolygonTest(np.asarray(other, np.float32), (x, y), True) < 1.5


@pytest.mark.parametrize("kind", EVERY_KIND)
def test_every_card_is_in_the_photo_or_marked(kind: Kind) -> None:
    for seed in range(4):
        for thing in flat_scene(seed, kind).objects:
            inside = cv2.intersectConvexConvex(
                thing.corners, np.array([[0, 0], [480, 0], [480, 360], [0, 360]], np.float32)
            )[0] / cv2.contourArea(thing.corners)
            assert 0 <= thing.visible_fraction <= inside + 0.08


def test_whole_scenes_show_every_card() -> None:
    for seed in range(6):
        for thing in flat_scene(seed, "two_shelves", whole=True).objects:
            assert thing.corners.min() >= 0
            assert (thing.corners <= np.array(SIZE) - 1).all()


@pytest.mark.parametrize("kind", ["shelf", "two_shelves", "loose"])
def test_shelves_keep_to_the_placement_rules(kind: Kind) -> None:
    """K1: every card beside another; K2: three rows at most; counted from 0."""
    for seed in range(8):
        shelves = flat_scene(seed, kind, whole=True).truth["shelves"]
        assert len(shelves) == (2 if kind == "two_shelves" else 1)
        for shelf in shelves:
            cells = {(card["row"], card["column"]) for card in shelf}
            assert len(cells) == len(shelf)
            assert min(r for r, _ in cells) == 0 == min(c for _, c in cells)
            assert max(r for r, _ in cells) < 3
            reached, edge = set(), [next(iter(cells))]
            while edge:
                r, c = edge.pop()
                reached.add((r, c))
                beside = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)}
                edge += [cell for cell in beside & cells if cell not in reached]
            assert reached == cells


def test_neighbours_in_a_shelf_are_a_card_apart_the_right_way() -> None:
    """The next column lies along the printed top edge, the next row along the left one."""
    checked = 0
    for seed in range(8):
        for shelf in flat_scene(seed, "shelf", whole=True).truth["shelves"]:
            at = {(card["row"], card["column"]): np.array(card["corners"]) for card in shelf}
            for (row, column), corners in at.items():
                for step, side in (((0, 1), corners[1] - corners[0]), ((1, 0), corners[3] - corners[0])):
                    other = at.get((row + step[0], column + step[1]))
                    if other is not None:
                        share = (other.mean(0) - corners.mean(0)) @ side / (side @ side)
                        assert 0.8 < share < 1.35
                        checked += 1
    assert checked > 50


def test_truth_has_the_fields_of_the_photos() -> None:
    scene = make_scene(3, kind="shelf", size=SIZE)
    assert json.loads(json.dumps(scene.truth)) == scene.truth
    assert {"look", "kind", "tilt_degrees", "spin_degrees", "size", "shelves"} <= set(scene.truth)
    assert scene.truth["size"] == [480, 360]
    card = scene.truth["shelves"][0][0]
    assert {"row", "column", "face_up", "letter", "order", "of", "categories", "corners"} <= set(card)
    assert np.array(card["corners"]).shape == (4, 2)
    known = sum(thing.visible_fraction >= LEAST_VISIBLE and thing.card is not None for thing in scene.objects)
    assert known == sum(len(shelf) for shelf in scene.truth["shelves"])


def test_kinds_of_objects() -> None:
    kinds = {
        kind: {t.kind for seed in range(4) for t in flat_scene(seed, kind).objects} for kind in EVERY_KIND
    }
    assert kinds["empty"] == set()
    assert kinds["legend"] == {CATEGORY_CARD}
    assert kinds["spread"] == {STRIP, FACE_UP}
    assert {FACE_UP, FACE_DOWN} <= kinds["shelf"] <= {FACE_UP, FACE_DOWN, CATEGORY_CARD}


def test_a_given_deck_is_dealt_from() -> None:
    deck = Deck.house()
    for kind in ("shelf", "spread"):
        cards = [
            card
            for shelf in make_scene(4, kind=kind, deck=deck.cards, size=SIZE).truth["shelves"]
            for card in shelf
        ]
        assert len({(card["letter"], card["order"]) for card in cards}) == len(cards)
        for card in cards:
            known = deck.get(card["letter"], card["order"])
            assert known is not None
            assert [str(c) for c in known.categories] == card["categories"]


def test_random_decks_are_decks() -> None:
    for seed in range(3):
        deck = Deck(decks.random_deck(np.random.default_rng(seed)))
        assert Deck.problems(deck.to_dict()) == []


def test_three_random_decks_in_four_have_few_cards_of_the_rare_letters() -> None:
    rare = np.isin(list("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), list("JKQUVXYZ"))
    shares = []
    for seed in range(200):
        names = [card.letter for card in decks.random_deck(np.random.default_rng(seed))]
        counts = np.unique(names, return_counts=True)[1]
        shares.append(counts[rare].mean() / counts[~rare].mean())
    few, as_many = np.array(shares) < 0.6, np.array(shares) > 0.8
    assert few.mean() == pytest.approx(0.75, abs=0.1)
    assert as_many.mean() > 0.15


def test_the_legend_photo_shows_six_cards_in_order() -> None:
    scene = legend_photo(make_look(4), (300, 250))
    assert [card["category"] for card in scene.truth["categories_cards"]] == [str(c) for c in Category]
    tops = np.array([card["corners"][0] for card in scene.truth["categories_cards"]])
    assert (np.diff(tops[:3, 0]) > 50).all()
    assert (tops[3:, 1] - tops[:3, 1] > 50).all()


def test_bad_requests_say_what_to_do() -> None:
    with pytest.raises(ValueError, match="choose from"):
        make_scene(1, kind="heap")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="32"):
        make_scene(1, size=(10, 10))


@pytest.mark.parametrize("relief", [None, Relief(0.06, True, 0.1), Relief(-0.06, False, 0.0)])
def test_a_texture_ends_at_its_corners(relief: Relief | None) -> None:
    """To a pixel, and with a bent card's long edges bowed but its corners in place."""
    camera = Camera((200, 200), focal=300, distance=5, spin=25, tilt=30, bend=0.03, centre=(100, 100))
    canvas = Canvas.of(np.zeros((200, 200, 3), np.uint8), camera, 0, (0, 0), 0)
    corners = np.array([(-0.5, -0.7, 0.1), (0.5, -0.7, 0.1), (0.5, 0.7, 0.1), (-0.5, 0.7, 0.1)])
    canvas.texture(np.full((140, 100, 4), 255, np.uint8), corners, owner=3, relief=relief)
    rim = np.argwhere(
        cv2.morphologyEx((canvas.owner == 3).astype(np.uint8), cv2.MORPH_GRADIENT, np.ones((3, 3)))
    )
    seen = camera.project(corners)
    for corner in seen:
        assert np.hypot(*(rim[:, ::-1] - corner).T).min() < 1.5
    area = cv2.contourArea(seen.astype(np.float32))
    shown = np.count_nonzero(canvas.owner == 3)
    assert shown == pytest.approx(area, rel=0.02 if relief is None else 0.12)
    outside = cv2.fillPoly(np.zeros((200, 200), np.uint8), [np.round(seen).astype(np.int32)], 1) == 0
    assert relief is not None or np.count_nonzero(outside & (canvas.owner == 3)) < 0.01 * area


def test_glare_comes_from_gloss() -> None:
    """What mirrors nothing is only as light as its own colour; what is glossy is not."""
    black = np.zeros((60, 80, 3), np.uint8)
    glossy = 0
    for seed in range(12):
        dull = illuminate(np.random.default_rng(seed), black, np.zeros((60, 80), np.uint8))
        assert dull.max() == 0
        shining = illuminate(np.random.default_rng(seed), black, np.full((60, 80), 255, np.uint8))
        glossy += shining.max() > 40
    assert 3 <= glossy <= 12


def test_photographs_are_pictures_and_differ_from_the_scene() -> None:
    scene = np.full((60, 80, 3), 120, np.float32)
    photos = [photograph(np.random.default_rng(seed), scene.copy()) for seed in range(8)]
    assert {photo.dtype for photo in photos} == {np.dtype(np.uint8)}
    assert {photo.shape for photo in photos} == {(60, 80, 3)}
    assert len({round(float(photo.mean())) for photo in photos}) > 4


def test_a_folder_of_photos_can_be_scored(tmp_path: Path) -> None:
    write_folder(tmp_path / "a", 3, seed=2, looks=1, size=(320, 240), held_out=True)
    write_folder(tmp_path / "b", 3, seed=2, looks=1, size=(320, 240), held_out=True)
    names = sorted(path.name for path in (tmp_path / "a").iterdir())
    assert names == sorted(
        [
            *(f"{n:03d}.{end}" for n in range(3) for end in ("jpg", "json")),
            "deck_look2.json",
            "legend_look2.jpg",
        ]
    )
    for name in names:
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    deck = Deck.load(tmp_path / "a" / "deck_look2.json")
    truth = json.loads((tmp_path / "a" / "000.json").read_text())
    assert truth["look"] == "look2"
    for shelf in truth["shelves"]:
        assert all(deck.get(card["letter"], card["order"]) is not None for card in shelf)


def test_the_framing_of_a_scene_is_known_before_it_is_drawn() -> None:
    for seed in range(4):
        width, tilt = framing(seed, kind="shelf", size=SIZE, whole=True)
        scene = flat_scene(seed, "shelf", whole=True)
        tops = [np.linalg.norm(thing.card_corners[1] - thing.card_corners[0]) for thing in scene.objects]
        assert width == pytest.approx(np.median(tops), rel=1e-3)
        assert round(tilt, 1) == scene.truth["tilt_degrees"]
    assert framing(1, kind="empty", size=SIZE)[0] == 0


def test_the_first_scene_with_cards_of_a_size_asked_for() -> None:
    look, deck = make_look(3, held_out=False), Deck.house().cards

    def first(seeds: range, least: float, tilt: float | None = None) -> int | None:
        return framed(
            iter(seeds), (least, 1000), tilt, look=look, deck=deck, size=SIZE, kind="shelf", careful=False
        )

    def width_and_tilt(seed: int) -> tuple[float, float]:
        return framing(seed, look=look, deck=deck, size=SIZE, kind="shelf", whole=True)

    widths, tilts = zip(*map(width_and_tilt, range(8)), strict=True)
    middling = sorted(widths)[4]
    assert first(range(8), middling) == next(n for n in range(8) if widths[n] >= middling)
    assert first(range(8), 0.0, min(tilts)) == tilts.index(min(tilts))
    assert first(range(8), max(widths) + 1) is None


def test_photos_with_cards_of_a_size_asked_for(tmp_path: Path) -> None:
    write_folder(tmp_path, 2, 7, 1, (480, 360), True, card_width=(60, 90), most_tilt=12)
    for number in range(2):
        truth = json.loads((tmp_path / f"{number:03d}.json").read_text())
        cards = np.array([card["corners"] for shelf in truth["shelves"] for card in shelf])
        assert 58 < np.median(np.linalg.norm(cards[:, 1] - cards[:, 0], axis=1)) < 92
        assert truth["tilt_degrees"] <= 12
    with pytest.raises(typer.BadParameter, match="widen --card-width"):
        write_folder(tmp_path, 1, 7, 1, (480, 360), True, card_width=(2000, 2001))


def test_looks_are_set_in_the_fonts_asked_for_in_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = []

    def legend(look: Look) -> SimpleNamespace:
        drawn.append(look)
        return SimpleNamespace(image=np.zeros((8, 8, 3), np.uint8))

    monkeypatch.setattr("vision.synth.__main__.legend_photo", legend)
    with pytest.raises(typer.BadParameter, match=r"one\.ttf is not installed"):
        write_folder(tmp_path, 1, 7, 3, (320, 240), True, set_in=("one.ttf", "two.ttf"))
    here = SimpleNamespace(installed=lambda: {"one.ttf": Path(), "two.ttf": Path()})
    monkeypatch.setattr("vision.synth.__main__.fonts", here)
    write_folder(tmp_path, 1, 7, 3, (320, 240), True, set_in=("one.ttf", "two.ttf"))
    wanted = ["one.ttf", "two.ttf", "one.ttf"]
    assert [look.banner.letter_font for look in drawn] == wanted
    assert [look.banner.number_font for look in drawn] == wanted
    assert [look.title_font for look in drawn] == wanted
    assert not any(look.banner.lower for look in drawn)


def test_a_sleeve_is_wider_than_its_card_and_shines_around_it() -> None:
    camera = aim(
        Camera((300, 300), focal=300), np.array([(x, y, 0.0) for x in (-1, 1) for y in (-1, 1)]), 0.9, (0, 0)
    )
    table = layout.legend(np.random.default_rng(1), 1.4, tidy=True)
    placement = replace(table.placements[0], x=0.0, y=0.0)
    bare, sleeved = (Canvas.of(np.full((300, 300, 3), 60, np.uint8), camera, 0.1, (0, 0), 0.3) for _ in "ab")
    paint_sleeve(sleeved, placement, 1.4, (0.05, 0.2, 0.6))
    outside = camera.project(card_corners(placement, 1.4))
    mask = cv2.fillPoly(np.zeros((300, 300), np.uint8), [np.round(outside).astype(np.int32)], 1) == 0
    changed = (sleeved.image.astype(int) - bare.image).max(axis=2) > 15
    assert (changed & mask).any()
    assert sleeved.gloss[changed & mask].max() > bare.gloss.max()
    assert (sleeved.owner == -1).all()  # clear: it hides no neighbour


def test_a_shelf_has_a_card_face_up() -> None:
    cards = Deck.house().cards[:2]
    for seed in range(400):
        laid = layout.lay_shelf(np.random.default_rng(seed), cards, [(0, 0), (0, 1)], 1.4)
        assert any(placement.face_up for placement in laid), seed
