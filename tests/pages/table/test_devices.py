"""A table that two devices change at once: what each did stays, and of what both did one is told."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pages.scoring.draft import as_data, from_data
from pages.table import devices
from pages.table.merging import Merge, put
from pages.table.seat import Photo, Seat, TableCard, TableHole, Tally
from pages.table.state import Table
from pages.widgets.shared import Shared
from scorer.archive import Archive
from scorer.archive.drafts import checked_draft
from scorer.cards import Category

Data = dict[str, Any]


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return Archive.open(f"sqlite:///{tmp_path / 'archive.db'}")


class Device:
    """A window with its copy of the table."""

    def __init__(self, archive: Archive, table: Table) -> None:
        self.archive, self.table = archive, deepcopy(table)
        self.shared = Shared("table", table.key, self._read, devices.own, devices.settle, devices.OF_ITS_OWN)
        self.shared.base = as_data(table)

    def _read(self, data: Data) -> Data | None:
        table = from_data(data, self.table.key)
        return as_data(table) if table else None

    def pull(self) -> None:
        self._take(self.shared.pull(lambda: self.archive, as_data(self.table)))

    def push(self) -> None:
        self._take(self.shared.push(self.archive, as_data(self.table)))

    def _take(self, data: Data | None) -> None:
        if data is not None:
            table = from_data(data, self.table.key)
            assert table is not None
            devices.take_over(self.table, table)
            self.table.speak(self.table.edition)

    @property
    def news(self) -> bool:
        return self.shared.news(lambda: self.archive)

    @property
    def clashes(self) -> list[tuple[Any, ...]]:
        return [(clash.path, clash.here, clash.there) for clash in self.shared.clashes]


@pytest.fixture
def table() -> Table:
    table = Table(key="evening")
    table.seat_number(3)
    table.speak("en")
    return table


@pytest.fixture
def two(archive: Archive, table: Table) -> tuple[Device, Device]:
    laptop = Device(archive, table)
    laptop.table.rename("s3", "Cleo")
    laptop.push()
    phone = Device(archive, laptop.table)
    phone.shared.kept_as(as_data(phone.table))
    return laptop, phone


def test_what_each_device_changed_stays(two: tuple[Device, Device]) -> None:
    """Report 01: the shelf laid on the laptop and the name given on the phone."""
    laptop, phone = two
    laptop.table.seats[0].lay_notation("A1:RRRR")
    laptop.push()
    phone.table.rename("s2", "Erik")
    phone.push()
    laptop.pull()
    for device in two:
        assert [seat.name for seat in device.table.seats] == ["Player 1", "Erik", "Cleo"]
        assert str(device.table.seats[0].shelf) == "A1:RRRR"
        assert device.clashes == []


def test_a_field_that_both_changed_is_told_and_both_values_are_kept(two: tuple[Device, Device]) -> None:
    laptop, phone = two
    laptop.table.rename("s1", "Rita")
    laptop.push()
    phone.table.rename("s1", "Margherita")
    phone.table.seats[0].hand = 2
    phone.push()
    assert phone.table.seats[0].name == "Margherita"
    assert phone.clashes == [(("seats", "s1", "name"), "Margherita", "Rita")]
    assert not laptop.table.seats[0].hand
    laptop.pull()
    assert (laptop.table.seats[0].name, laptop.table.seats[0].hand) == ("Margherita", 2)


def test_a_device_is_told_of_what_another_did_and_of_no_step_it_took(two: tuple[Device, Device]) -> None:
    laptop, phone = two
    laptop.table.step, phone.table.step = "check", "form"
    laptop.table.rename("s1", "Rita")
    laptop.push()
    assert (laptop.news, phone.news) == (False, True)
    phone.pull()
    assert (laptop.news, phone.news) == (False, False)
    phone.push()  # its step alone
    assert (laptop.news, phone.news) == (False, False)
    assert (laptop.table.step, phone.table.step) == ("check", "form")
    assert (laptop.shared.taken, phone.shared.taken) == (0, 1)


def test_a_table_that_nobody_kept_is_one_on_two_devices_from_its_first_name_on(
    archive: Archive, table: Table
) -> None:
    laptop, phone = Device(archive, table), Device(archive, table)
    assert not phone.news
    laptop.table.rename("s1", "Rita")
    laptop.push()
    assert phone.news
    phone.pull()
    assert phone.table.seats[0].name == "Rita"
    assert not phone.news


def test_a_doubt_that_one_device_settled_is_settled_and_no_clash(two: tuple[Device, Device]) -> None:
    laptop, phone = two
    laptop.table.seats[0].lay([TableCard(0, 0, 0, letter="A", order=1, review=("letter", "order"))])
    laptop.push()
    phone.pull()
    laptop.table.seats[0].change(0, lambda card: replace(card, letter="B", review=("order",)))
    phone.table.seats[0].change(0, lambda card: replace(card, order=2, review=("letter",)))
    laptop.push()
    phone.push()
    (card,) = phone.table.seats[0].cards
    assert (card.letter, card.order, card.review) == ("B", 2, ())
    assert phone.clashes == []


def test_nobody_is_renamed_by_a_device_in_another_language(two: tuple[Device, Device]) -> None:
    laptop, phone = two
    phone.table.speak("fr")
    phone.table.seats[1].hand = 1
    laptop.table.seats[0].hand = 1
    laptop.push()
    phone.push()
    laptop.pull()
    assert [seat.name for seat in laptop.table.seats] == ["Player 1", "Player 2", "Cleo"]
    assert [seat.name for seat in phone.table.seats] == ["Joueur 1", "Joueur 2", "Cleo"]
    assert phone.clashes == []


def read(seat: Seat, photo: str, notation: str) -> None:
    """Lays a shelf as a photo shows it."""
    seat.lay_notation(notation)
    seat.cards = seat.read = tuple(
        replace(card, looks=((photo, number),)) for number, card in enumerate(seat.cards)
    )
    seat.history = []


def test_shelves_photographed_on_two_phones_at_once_go_to_two_players(two: tuple[Device, Device]) -> None:
    laptop, phone = two
    read(laptop.table.seats[0], "ana-shelf", "A1:CF A2:HH")
    read(phone.table.seats[0], "bo-shelf", "B1:MS")
    laptop.push()
    phone.push()
    laptop.pull()
    for device in two:
        assert [str(seat.shelf) for seat in device.table.seats] == ["A1:CF A2:HH", "B1:MS", ""]
        assert device.clashes == []


def test_cards_put_down_at_once_on_one_shelf_all_lie_there(two: tuple[Device, Device]) -> None:
    laptop, phone = two
    laptop.table.seats[0].lay_notation("A1:CF")
    laptop.push()
    phone.pull()
    laptop.table.seats[0].lay_notation("A1:CF B1:MS")
    phone.table.seats[0].lay_notation("A1:CF C1:RR")
    phone.table.seats[0].change(0, lambda card: replace(card, categories=(Category.MONSTER_MANUALS,)))
    laptop.push()
    phone.push()
    laptop.pull()
    for device in two:
        (*cards,) = device.table.seats[0].cards
        assert [card.letter for card in cards] == ["A", "C", "B"]
        assert len({card.id for card in cards}) == len({card.place for card in cards}) == 3
        assert cards[0].categories == (Category.MONSTER_MANUALS,)


def test_undo_takes_back_what_was_done_here_and_nothing_else(two: tuple[Device, Device]) -> None:
    laptop, phone = two
    laptop.table.seats[0].lay_notation("A1:CF B1:MS")
    laptop.push()
    phone.pull()
    laptop.table.seats[0].change(1, lambda card: replace(card, face_up=False))
    laptop.push()
    phone.table.seats[0].change(0, lambda card: replace(card, order=2))
    phone.push()
    phone.table.seats[0].undo()
    assert str(phone.table.seats[0].shelf) == "A1:CF #B1:MS"
    phone.table.seats[0].redo()
    assert str(phone.table.seats[0].shelf) == "A2:CF #B1:MS"


def test_a_category_card_laid_twice_lies_once_and_is_told(two: tuple[Device, Device]) -> None:
    laptop, phone = two
    laptop.table.prominent = Category.REFERENCE_TEXTS
    laptop.push()
    phone.table.banned = Category.REFERENCE_TEXTS
    phone.push()
    assert (phone.table.prominent, phone.table.banned) == (None, Category.REFERENCE_TEXTS)
    assert phone.clashes == [(("prominent",), None, "reference_texts")]


def test_who_left_on_one_device_and_was_told_of_on_the_other_stays(two: tuple[Device, Device]) -> None:
    laptop, phone = two
    laptop.table.seat_number(2)
    laptop.push()
    phone.table.seats[2].hand = 4
    phone.push()
    assert [(seat.name, seat.hand) for seat in phone.table.seats] == [
        ("Player 1", None),
        ("Player 2", None),
        ("Cleo", 4),
    ]
    assert phone.table.away == []


def test_a_seat_stays_the_same_object_with_what_the_window_knows_of_it(table: Table) -> None:
    seat = table.seats[1]
    seat.lay_notation("A1:CF")
    seat.notation_typed = "what is being typed"
    other = deepcopy(table)
    other.rename("s2", "Bo")
    devices.take_over(table, other)
    assert table.seats[1] is seat
    assert (seat.name, seat.notation_typed, len(seat.history)) == ("Bo", "what is being typed", 1)


CHANGES = st.lists(st.integers(0, 11), max_size=5)


def changed(table: Table, number: int, who: str) -> None:
    """One of twelve things that people do."""
    seat = table.seats[number % len(table.seats)]
    match number % 12:
        case 0 | 1:
            table.rename(seat.id, f"{who} {number}")
        case 2:
            table.seat_number(1 + len(table.seats) % 4)
        case 3:
            seat.hand = (seat.hand or 0) + 1
        case 4:
            table.assign({"prominent": Category.REFERENCE_TEXTS})
        case 5:
            table.assign({f"focus-{seat.id}": Category.REFERENCE_TEXTS})
        case 6:
            seat.lay_notation(f"A1:CF {who[0]}2:MS")
        case 7:
            read(seat, who, f"{who[0]}1:RR {who[0]}3:CF")
        case 8:
            seat.tally = Tally()
        case 9:
            seat.lay(card for card in seat.cards if card.id)
        case 10:
            table.form = "S-42a"
            table.seat_number(1)
        case _:
            seat.lay([*seat.cards, TableCard(seat.next_id(), 0, -1, letter=who[0], order=9)])


@settings(deadline=None, max_examples=60)
@given(CHANGES, CHANGES)
def test_whatever_two_do_the_table_is_whole_and_both_have_the_same(
    mine: list[int], theirs: list[int]
) -> None:
    table = Table(key="evening")
    table.seat_number(3)
    states = []
    for who, numbers in (("Xenia", mine), ("Yann", theirs)):
        each = deepcopy(table)
        for number in numbers:
            changed(each, number, who)
        states.append(as_data(each))
    merge = Merge(devices.own)
    merged = merge.of(as_data(table), states[0], states[1])
    devices.settle(merge, merged, states[0])
    assert checked_draft("table", merged)
    whole = from_data(merged, "evening")
    assert whole is not None
    focuses = [place.category for place in whole.category_cards if place.category]
    assert len(focuses) == len(set(focuses))
    for seat in whole.all_seats:
        assert (
            len({card.id for card in seat.cards})
            == len({card.place for card in seat.cards})
            == len(seat.cards)
        )


def test_a_value_is_put_where_its_path_leads() -> None:
    state = {"seats": [{"id": "s1", "name": "Ana"}]}
    put(state, ("seats", "s1", "name"), "Bo")
    put(state, ("seats", "s9", "name"), "Cleo")
    assert state == {"seats": [{"id": "s1", "name": "Bo"}]}


def test_a_draft_tells_all_that_a_table_is_asked_about(archive: Archive, table: Table) -> None:
    """What the archive left out would seem to be taken back on another device."""
    device = Device(archive, table)
    read(device.table.seats[0], f"{'a' * 16}-shelf", "A1:CF B1:MS")
    device.table.seats[0].doubts = ("joined",)
    place = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    device.table.seats[0].holes = (TableHole(0, 0, 1, f"{'a' * 16}-shelf", place, settled=True),)
    corners = [[(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)]]
    device.table.photos[f"{'a' * 16}-shelf"] = Photo(
        "a.jpg", Path("a" * 16), 9, 9, corners, shelves=(1, 2), answered=True
    )
    device.table.reading_winner = "s1"
    device.push()
    draft = archive.draft("table", "evening")
    assert draft is not None
    assert device._read(draft) == as_data(device.table)
    device.pull()
    assert device.table.seats[0].doubts == ("joined",)
    assert [hole.settled for hole in device.table.seats[0].holes] == [True]


def test_holes_that_two_devices_settle_at_once_are_settled(archive: Archive, table: Table) -> None:
    place = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    read(table.seats[0], f"{'a' * 16}-shelf", "A1:CF . . B1:MS")
    table.seats[0].holes = tuple(TableHole(n, 0, n + 1, f"{'a' * 16}-shelf", place) for n in (0, 1))
    laptop, phone = Device(archive, table), Device(archive, table)
    laptop.push()
    for device, number in ((laptop, 0), (phone, 1)):
        device.table.seats[0].holes = tuple(
            replace(hole, settled=hole.id == number) for hole in device.table.seats[0].holes
        )
        device.push()
    assert [hole.settled for hole in phone.table.seats[0].holes] == [True, True]
    assert phone.clashes == []
