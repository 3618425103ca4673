"""The third step: what the reading doubts, a question at a time; the shelves to mend; the best flips."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from html import escape
from string import ascii_uppercase
from typing import Any

import streamlit as st

from pages.learning.confirmed import confirmed
from pages.photos.reading import draw_again
from pages.photos.shelves_shown import ask_shelves_shown
from pages.scoring.doubts import Answer, Asked, Question, hole_at, lay_in, no_card, questions, settle
from pages.scoring.keeping import back_to_archive
from pages.scoring.steps import onward
from pages.scoring.verdict import by_hand, filled_in, so_far, verdict
from pages.session.fields import as_seen
from pages.shelves.counts import counts
from pages.shelves.grid import grid
from pages.table.pictures import hole_picture
from pages.table.state import Seat, Table, TableCard, TableHole
from pages.widgets.badges import badge
from pages.widgets.numbers import digits, not_taken, whole
from pages.widgets.saying import labelled, plain, refuse, title
from pages.words import Words
from scorer.cards import BOOKS_ON_A_CARD, HIGHEST_ORDER, Category
from scorer.editions import Edition
from scorer.gamefile import GameFile
from scorer.result.flip_advice import PlayerFlips, advise_flips

#: What of a card is shown large, by what is asked of it (style.css says where on the card that is).
SHOWN: dict[Asked, str] = {
    "face": "whole",
    "unknown": "banner",
    "name": "banner",
    "books": "icons",
    "no_books": "icons",
    "hole": "whole",
}

state = st.session_state


def check_step(table: Table, edition: Edition, w: Words) -> None:
    draw_again(table)
    title(w["check" if table.photos else "check_typed"])
    if not ask_shelves_shown(table, w):
        ask(table, edition, w)
    result, game, refusal = filled_in(table, edition, w)
    verdict(table, edition, result, refusal, w)
    for seat in table.everyone:
        if seat.tally is not None:
            with st.expander(w("counts_of", name=plain(seat.name)), expanded=True):
                counts(seat, edition)
    if table.shelves:
        st.header(w["shelves"], anchor="shelves")
        grid(table, edition, result or so_far(table, edition, w))
    if game and not any(seat.to_check for seat in table.everyone):
        flips(table, game, w)
    if game and result:
        back_to_archive(table, game, result, w)
    onward("form", w["to_form"])


# A question at a time


def ask(table: Table, edition: Edition, w: Words) -> None:
    open_questions = questions(table.shelves, books=by_hand(table))
    if not open_questions:
        return
    later = state.setdefault("later", [])
    waiting = [each for each in open_questions if (each.seat, each.card.id) not in later]
    if not waiting:
        later.clear()
        waiting = open_questions
    first = state.get("asked_first")
    question = next((each for each in waiting if (each.seat, each.card.id) == first), waiting[0])
    seat = table.seat(question.seat)
    if seat is None:
        return
    with st.container(border=True, key="question", horizontal=True, gap="medium"):
        card = question.card
        hole = hole_at(seat, card)
        crop = _hole(table, hole) if hole else table.crop(card)
        if crop:
            shown, alt = ("whole", w["hole"]) if hole else (SHOWN[question.asked], w["crop"])
            picture = f'<img class="{shown}" src="{escape(crop)}" alt="{escape(alt)}">'
            st.html(f'<p class="crop">{picture}</p>')
        with st.container(key="asked"):
            with st.container(horizontal=True, vertical_alignment="center", key="asked-where"):
                at = w("place", row=card.row + 1, column=card.column + 1)
                st.caption(f"{plain(seat.name)}, {at}", width="stretch")
                st.button(
                    w["later"],
                    key=f"later-{question.seat}-{card.id}-{question.asked}",
                    type="tertiary",
                    on_click=_later,
                    args=(seat.id, card.id),
                )
            st.subheader(_asked(question, w), anchor=False)
            if table.is_cut(card):
                st.caption(w["cut"])
            if question.asked == "books":
                st.html(_books(card, edition))
            _answers(table, seat, question, edition, w)


def _hole(table: Table, hole: TableHole) -> str:
    photo = table.photos.get(hole.photo)
    return hole_picture(photo, hole.corners) if photo else ""


def _asked(question: Question, w: Words) -> str:
    card = question.card
    named = f"{card.letter} {card.order}"
    if question.asked == "face":
        return w["ask_face"]
    if question.asked == "hole":
        return w["ask_hole"]
    if question.asked == "name":
        return w("ask_name", names=w["or"].join(str(answer.card) for answer in question.answers))
    return w(f"ask_{question.asked}", card=named)


def _answers(table: Table, seat: Seat, question: Question, edition: Edition, w: Words) -> None:
    card = question.card
    here = f"{seat.id}-{card.id}-{question.asked}"
    with st.container(horizontal=True, key="answers"):
        if question.asked == "hole":
            st.button(w["a_card"], key=f"answer-{here}-0", type="primary", on_click=_lay, args=(seat, card))
            st.button(w["no_card"], key=f"answer-{here}-1", on_click=no_card, args=(seat, card))
        for place, answer in enumerate(question.answers):
            st.button(
                _answer(answer, w),
                key=f"answer-{here}-{place}",
                type="primary" if place == 0 else "secondary",
                on_click=partial(_settle, table, seat, card, answer.fields),
            )
        if question.asked == "name":
            with st.popover(w["other"], key=f"other-{here}"):
                _name(table, seat, card, here, w)
        if question.asked == "books":
            with st.popover(w["other_books"], key=f"other-{here}"):
                _pick_books(table, seat, card, here, edition, w)
    if question.asked == "unknown":
        _name(table, seat, card, here, w)
    if question.asked == "no_books":
        _pick_books(table, seat, card, here, edition, w)


def _later(seat_id: str, card_id: int) -> None:
    state.later.append((seat_id, card_id))


def _lay(seat: Seat, card: TableCard) -> None:
    """Puts a card down in a hole; the next question is which card it is."""
    state.asked_first = (seat.id, lay_in(seat, card))


def _answer(answer: Answer, w: Words) -> str:
    if answer.up is not None:
        return w["face_up"] if answer.up else w["face_down"]
    return answer.card or w["right"]


def _settle(table: Table, seat: Seat, card: TableCard, fields: dict[str, Any]) -> None:
    settle(seat, card, fields)
    now = seat.find(card.id)
    if now is not None and not table.sample:
        confirmed(table.photo_of(now), now, card)


def _name(table: Table, seat: Seat, card: TableCard, here: str, w: Words) -> None:
    """Letter and number of the card, to be typed."""
    with st.form(f"name-{here}", border=False):
        with st.container(horizontal=True):
            letter = st.selectbox(
                w["letter"],
                [*ascii_uppercase],
                index=ascii_uppercase.index(card.letter) if card.letter else None,
                placeholder="",
                key=f"letter-{here}",
                width=110,
            )
            typed = digits(w["number"], f"order-{here}", width=140, value=str(card.order or 1))
        if st.form_submit_button(w["take"], type="primary", key=f"take-{here}") and letter:
            order = whole(typed, 1, HIGHEST_ORDER)
            if order is None:
                refuse(not_taken(typed, 1, HIGHEST_ORDER))
                return
            _settle(table, seat, card, {"letter": letter, "order": order})
            st.rerun()


def _pick_books(table: Table, seat: Seat, card: TableCard, here: str, edition: Edition, w: Words) -> None:
    """The card's books from the left."""
    with st.form(f"books-{here}", border=False):
        picked: list[Category | None] = []
        for place in range(BOOKS_ON_A_CARD[-1]):
            now = card.categories[place] if place < len(card.categories) else None
            picked.append(
                st.selectbox(
                    w("book", n=place + 1),
                    [None, *Category],
                    index=[None, *Category].index(now),
                    format_func=lambda each: edition.categories[each] if each else "–",
                    filter_mode=None,
                )
            )
        books = tuple(each for each in picked if each is not None)
        if st.form_submit_button(w["take"], type="primary") and books:
            _settle(table, seat, card, {"categories": books})
            st.rerun()


def _books(card: TableCard, edition: Edition) -> str:
    return (
        '<p class="books">'
        + "".join(
            f'<span><img src="{badge(category)}" alt="">{escape(edition.categories[category])}</span>'
            for category in card.categories
        )
        + "</p>"
    )


# Best flips (A0), offered before the inspection


def flips(table: Table, game: GameFile, w: Words) -> None:
    """Who had better turn cards face down before the inspection, and by how much."""
    offers = [player for player in advise_flips(game).players if player.gain > 0]
    if not offers:
        return
    with st.container(border=True, key="flips"):
        st.subheader(w["flips"], anchor=False)
        for offer in offers:
            seat = next(seat for seat in table.seats if seat.name == offer.name)
            with st.container(horizontal=True, vertical_alignment="center", key=f"flip-{seat.id}"):
                st.html(_offered(offer), width="stretch")
                as_seen(
                    w("turn", n=len(offer.turn), gain=offer.gain),
                    f"turn-{seat.id}",
                    lambda seat=seat: seat.cards,  # type: ignore[misc]
                    partial(_turn, seat, offer),
                )


def _offered(offer: PlayerFlips) -> str:
    """Whose cards, and which; what turning each of them brings shows when somebody asks."""
    cards = " · ".join(card.partition(":")[0] for card in offer.cards)
    reasons = "".join(f"<p>{escape(reason)}</p>" for reason in offer.explain)
    return f"<details><summary>{escape(labelled(offer.name, cards))}</summary>{reasons}</details>"


def _turn(seat: Seat, offer: PlayerFlips) -> None:
    turned = set(offer.turn)
    seat.lay(
        replace(card, face_up=False, review=()) if (card.row, card.column) in turned else card
        for card in seat.cards
    )
