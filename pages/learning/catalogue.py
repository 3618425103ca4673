"""The titles of the owner's copy: read on photos, searched, put right, and checked for alphabetical order."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from pages.session.fields import one_of
from pages.session.rights import Right, ask
from pages.widgets.saying import in_words, refuse
from pages.words import Words, chosen
from scorer.cards import BookCard
from scorer.confirmed.catalogue import Catalogue, KeptTitle, TitleStore
from scorer.editions import EDITION_KEYS, EditionKey, load_edition
from scorer.errors import RefusedInput
from scorer.limits import MOST_TITLE, PHOTO
from scorer.titles import has_words
from vision.titles.read import lacking

Take = Callable[[UploadedFile, EditionKey], tuple[bool, str]]
"""Reads the titles on a photo and keeps them: whether it could be read, and what to say of it."""

state = st.session_state


def titles(w: Words, take: Take) -> None:
    st.markdown(w["titles_how"])
    try:
        own = Catalogue.load()
    except RefusedInput as refused:
        refuse(refused)
        return
    if not own.cards:
        st.info(w["titles_no_cards"])
        return
    _read(w, take)
    books = [(card, place, book) for card in own.cards for place, book in enumerate(own.books(card))]
    known = sum(bool(book.text) for _, _, book in books)
    st.progress(known / len(books), text=w("titles_known", n=known, all=len(books)))
    if not known:
        _write(own, w)
        return
    _disorders(own, w)
    search = st.text_input(w["search"], placeholder=w["search_hint"], key="titles-search")
    names = load_edition(chosen()).categories
    found = [
        (card, place, book)
        for card, place, book in books
        if has_words(f"{card.letter}{card.order} {book.text} {names[card.categories[place]]}", search)
    ]
    st.html(f'<p class="deck-line" role="status">{escape(w("titles_found", n=len(found)))}</p>')
    if found:
        lines = "".join(_line(card, names[card.categories[place]], book, w) for card, place, book in found)
        columns = ("title_card", "title_book", "title_text")
        heads = "".join(f'<th scope="col">{escape(w[key])}</th>' for key in columns)
        table = f"<table><thead><tr>{heads}</tr></thead><tbody>{lines}</tbody></table>"
        st.html(
            f'<div class="titles" tabindex="0" role="region" aria-label="{escape(w["titles"])}">{table}</div>'
        )
    else:
        st.info(w["titles_nothing"])
    _write(own, w)


def _line(card: BookCard, category: str, book: KeptTitle, w: Words) -> str:
    """One book as a row of the table."""
    look = f' <span class="look">{escape(w["title_look"])}</span>' if book.doubtful and book.text else ""
    text = escape(book.text) if book.text else f'<span class="none">{escape(w["title_none"])}</span>'
    return (
        f'<tr><th scope="row">{card.letter}{card.order}</th><td>{escape(category)}</td>'
        f"<td>{text}{look}</td></tr>"
    )


def _disorders(own: Catalogue, w: Words) -> None:
    """Cards whose titles are not in alphabetical order."""
    wrong = own.disorders()
    if not wrong:
        st.success(w["titles_in_order"], icon=":material/check:")
        return
    st.subheader(w["titles_disorder"], anchor=False)
    st.markdown(w["titles_disorder_how"])
    lines = [
        w(
            "titles_before",
            card="{}{}".format(*each.card),
            last=each.last,
            other="{}{}".format(*each.other),
            first=each.first,
        )
        for each in wrong
    ]
    st.html(f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>")


def _read(w: Words, take: Take) -> None:
    """Photos whose titles are read; without the program what to install."""
    language = one_of(
        w["titles_language"],
        EDITION_KEYS,
        "titles-language",
        lambda key: load_edition(key).name,
        EDITION_KEYS.index(chosen()),
        width=240,
    )
    if problem := lacking(language):
        st.info(in_words(problem))
        return
    files = st.file_uploader(
        w["titles_photos"],
        accept_multiple_files=True,
        key=f"titles-photos-{state.get('titles-number', 0)}",
        max_upload_size=PHOTO.megabytes,
    )
    if files and st.button(w["titles_read"], type="primary", key="titles-read"):
        with st.spinner(w["titles_reading"]):
            state["titles-answers"] = [take(file, language) for file in files]
        state["titles-number"] = state.get("titles-number", 0) + 1
        st.rerun()
    for good, message in state.pop("titles-answers", ()):
        st.success(message) if good else refuse(message)


def _write(own: Catalogue, w: Words) -> None:
    """The titles of one card, to be put right."""
    names = load_edition(chosen()).categories
    with st.expander(w["titles_write"], icon=":material/edit:"):
        card = one_of(w["title_card"], own.cards, "titles-card", lambda one: f"{one.letter}{one.order}")
        with st.form("titles-form", border=False):
            texts = [
                st.text_input(
                    f"{place + 1} · {names[category]}",
                    book.text,
                    max_chars=MOST_TITLE,
                    key=f"titles-{card.letter}{card.order}-{place}-{book.text}",
                )
                for place, (category, book) in enumerate(zip(card.categories, own.books(card), strict=True))
            ]
            if st.form_submit_button(w["titles_keep"], key="titles-keep"):
                try:
                    ask(Right.COPY)
                    TitleStore().write({card.key: texts})
                except RefusedInput as refused:
                    refuse(refused)
                else:
                    st.rerun()
