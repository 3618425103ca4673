"""The deck: cards and titles, the owner's copy, the legend, and what the reader learns from corrections."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from html import escape
from string import ascii_uppercase
from typing import TypeVar

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from pages.learning.catalogue import titles
from pages.learning.confirmed import forget_register, keep_register
from pages.learning.panel import learning
from pages.learning.tiles import tiles
from pages.photos.reading import legend_in_use, read_books, take_legend, titles_on
from pages.photos.uploads import check
from pages.scoring.refusals import by_name
from pages.session.address import lead
from pages.session.fields import download, one_of, switch
from pages.session.kept import forget_legend
from pages.session.rights import Right, ask, may
from pages.table.pictures import data_uri
from pages.widgets.badges import SHEET, category_list
from pages.widgets.printing import printing
from pages.widgets.saying import HERE, plain, refuse, title
from pages.widgets.sections import sections
from pages.words import Words, chosen, words
from scorer.cards import CARDS_IN_DECK, BookCard, Category, Deck
from scorer.confirmed.catalogue import Catalogue, TitleStore
from scorer.confirmed.confirmation import Conflict
from scorer.confirmed.register import Register, RegisterError
from scorer.deck.print import deck_pdf
from scorer.editions import EditionKey, load_edition
from scorer.errors import RefusedInput, phrase
from scorer.files import parse_json
from scorer.limits import DECK
from scorer.titles import has_words

#: The parts of the page, by the word that names each.
TABS = ("cards", "copy", "legend", "learning")
#: The parts of the owner's copy.
PARTS = ("books", "titles", "tiles")
#: Cards shown before "Show all".
SCREENFUL = 30

T = TypeVar("T")

state = st.session_state


def page() -> None:
    st.html(HERE / "deck.css")
    st.html(SHEET)
    w = words("deck")
    title(w["title"])
    if not may(Right.COPY):
        cards(w)
        return
    tab = sections(w, TABS)
    {"cards": cards, "copy": copy, "legend": legend, "learning": learning}[tab](w)


# Cards


def cards(w: Words) -> None:
    with st.expander(w["print"], icon=":material/print:"):
        st.markdown(w["print_how"])
        printing("deck", "shelfmark-deck.pdf", _pdf)
    own = _register()
    known = own.cards if own else ()
    sources = ["house", "own"] if known else ["house"]
    source = "house"
    if known:
        source = st.segmented_control(
            w["which"],
            sources,
            format_func=lambda one: w("own", n=len(known)) if one == "own" else w["house"],
            default="house",
            required=True,
            key="deck-source",
        )
    deck = _own_deck(own) if source == "own" and own else Deck.house()
    left, right = st.columns([3, 1])
    with left:
        search = st.text_input(w["search"], placeholder=w["search_hint"], key="deck-search")
    with right:
        letter = one_of(w["letter"], ["", *ascii_uppercase], "deck-letter", lambda one: one or w["every"])
    names = load_edition(chosen()).categories
    found = [card for card in deck if fits(card, deck, search, letter, names)]
    st.html(f'<p class="deck-line" role="status">{escape(w("found", n=len(found)))}</p>')
    if not found:
        st.info(w["nothing"])
        return
    shown = state.setdefault("deck-shown", SCREENFUL)
    st.html(f'<ul class="books">{"".join(small(card, deck, names) for card in found[:shown])}</ul>')
    if len(found) > shown and st.button(w["more"], key="deck-more"):
        state["deck-shown"] = len(found)
        st.rerun()


def fits(card: BookCard, deck: Deck, search: str, letter: str, names: Mapping[Category, str]) -> bool:
    """Whether the card has that letter and every word of the search, in its name, titles or categories."""
    if letter and card.letter != letter:
        return False
    categories = [names[category] for category in card.categories]
    return has_words(" ".join([f"{card.letter}{card.order}", *deck.titles(card), *categories]), search)


def small(card: BookCard, deck: Deck, names: Mapping[Category, str]) -> str:
    """The card as HTML: banner, icons, titles."""
    of = card.of or deck.letters[card.letter]
    icons = "".join(
        f'<span class="badge-of {category.code}" role="img" aria-label="{escape(names[category])}" '
        f'title="{escape(names[category])}"></span>'
        for category in card.categories
    )
    titles = deck.titles(card) or tuple(names[category] for category in card.categories)
    books = "".join(f"<li>{escape(title)}</li>" for title in titles)
    return (
        f'<li class="book"><div class="strip"><div class="banner"><b>{card.letter}</b>'
        f'<span>{card.order}/{of}</span></div><div class="icons">{icons}</div></div><ol>{books}</ol></li>'
    )


@st.cache_data(show_spinner=False, max_entries=2)
def _pdf(paper: str, backs: bool, language: EditionKey) -> bytes:
    return deck_pdf(Deck.house(), load_edition(language), paper, backs)


# The owner's copy


def _own_deck(own: Register) -> Deck:
    """The cards of the register, with their titles where these are known."""
    return Deck(own.cards, Catalogue(own.cards, TitleStore().all()).whole())


def _register() -> Register | None:
    """The register, None where its file is none: the tab of the copy says why."""
    try:
        return Register.load()
    except RefusedInput:
        return None


def copy(w: Words) -> None:
    part = st.query_params.get("part", "")
    part = part if part in PARTS else PARTS[0]
    switch(
        w["copy"],
        PARTS,
        part,
        "deck-part",
        lambda name: lead({"tab": "copy", "part": name}),
        format_func=w.__getitem__,
        label_visibility="collapsed",
    )
    if part != PARTS[0]:
        if part == "tiles":
            tiles(w)
        else:
            titles(w, _take_titles)
        return
    try:
        own = Register.load()
    except RefusedInput as refused:
        refuse(refused)
        _forget_all(w)
        return
    st.markdown(w["copy_how"])
    known = len(own.cards)
    st.progress(known / CARDS_IN_DECK, text=w("known", n=known, all=CARDS_IN_DECK))
    if own.deck() is not None:
        st.success(w["whole"], icon=":material/check:")
    st.html(f'<div class="copy">{"".join(_letter(own, letter, w) for letter in ascii_uppercase)}</div>')
    if conflicts := own.conflicts:
        st.subheader(w["conflicts"], anchor=False)
        st.markdown(w["conflicts_how"])
        names = load_edition(chosen()).categories
        lines = "".join(f"<li>{escape(_conflict(one, w, names))}</li>" for one in conflicts)
        st.html(f"<ul>{lines}</ul>")
    _files(own, w)
    if own.history:
        with st.container(horizontal=True, vertical_alignment="bottom", key="deck-actions"):
            _forget_card(own, w)
            _forget_all(w)


def _take_titles(photo: UploadedFile, language: EditionKey) -> tuple[bool, str]:
    """Reads the titles on a photo and keeps them; whether it was read, and what to say."""
    try:
        ask(Right.COPY)
        check(photo)
        read = titles_on(photo.getvalue(), legend_in_use(), language)
        kept = TitleStore().keep(read)
    except RefusedInput as refused:
        return False, by_name(refused, photo.name)
    return True, words("deck")("titles_taken", name=plain(photo.name), cards=len(read), n=kept)


def _letter(own: Register, letter: str, w: Words) -> str:
    """One letter's places, those that are known filled."""
    known = {card.order for card in own.cards if card.letter == letter}
    of = own.counts.get(letter)
    places = "".join(
        f'<span class="place{" known" if order in known else ""}" role="img" aria-label="'
        f'{escape(w("known_card" if order in known else "unknown_card", card=f"{letter}{order}"))}">'
        f"{order}</span>"
        for order in (range(1, of + 1) if of else sorted(known))
    )
    many = f"{len(known)}/{of}" if of else escape(w["no_count"])
    return (
        f'<div class="letter"><b>{letter}</b><div class="places">{places}</div>'
        f'<span class="many">{many}</span></div>'
    )


def _conflict(one: Conflict, w: Words, names: Mapping[Category, str]) -> str:
    if one.field == "of":
        return w("conflict_count", letter=one.now.letter, before=one.before.of, now=one.now.of)
    books = [", ".join(names[c] for c in one.categories) for one in (one.before, one.now)]
    return w("conflict_books", card=f"{one.now.letter}{one.now.order}", before=books[0], now=books[1])


def _files(own: Register, w: Words) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom", key="deck-do-files"):
        if own.history:
            download(
                w["export"],
                lambda: json.dumps(Catalogue.load().deck_file(own.to_dict()), indent=1),
                "shelfmark-copy.json",
                "application/json",
                key="deck-export",
            )
        if own.deck() is None:
            st.button(w["play_house"], key="deck-house", on_click=_take_house)
    given = st.file_uploader(
        w["import"],
        type="json",
        key="deck-import",
        max_upload_size=DECK.megabytes,
        on_change=_take_in,
    )
    taken = state.get("deck-taken")
    if isinstance(taken, str):
        refuse(taken)
    elif taken and given:
        st.success(w("imported", name=plain(taken[0]), n=taken[1]))


def _take_house() -> None:
    _change(lambda own: own.take(Deck.house()))


def _take_in() -> None:
    """Takes in the deck file just given; what came of it is said below it for as long as it is there."""
    given = state["deck-import"]
    state.pop("deck-taken", None)
    if given is None:
        return

    def take(own: Register) -> int:
        data = parse_json(given.getvalue(), given.name, DECK, RegisterError)
        number = own.take_dict(data, phrase("the file {name}", name=given.name))
        TitleStore().take(data)
        return number

    count = _change(take)
    if count is not None:
        state["deck-taken"] = (given.name, count)


def _change(change: Callable[[Register], T]) -> T | None:
    """Changes the register and keeps it; gives what ``change`` gives.

    None where something stands in the way: until the next change it is said below the deck file.
    """
    state.pop("deck-taken", None)
    try:
        ask(Right.COPY)
        own = Register.load()
        result = change(own)
        keep_register(own)
    except RefusedInput as refused:
        state["deck-taken"] = refused.sentence
    else:
        return result
    return None


def _forget_card(own: Register, w: Words) -> None:
    keys = sorted({one.key for one in own.history})
    picked = st.selectbox(
        w["forget_card"],
        keys,
        index=None,
        placeholder=w["choose"],
        format_func=lambda key: f"{key[0]}{key[1]}",
        key="deck-forget-which",
        width=180,
    )

    def forget() -> None:
        """What the list says at the tap, which may be newer than this drawing."""
        card = state.pop("deck-forget-which", None)

        def gone(own: Register) -> None:
            own.forget(*card)
            TitleStore().forget(card)

        if card:
            _change(gone)

    st.button(w["forget"], key="deck-forget-card", disabled=picked is None, on_click=forget)


def _forget() -> None:
    state.pop("deck-taken", None)
    try:
        forget_register()
    except RefusedInput as refused:
        state["deck-taken"] = refused.sentence


def _forget_all(w: Words) -> None:
    with st.popover(w["forget_copy"], key="deck-forget-copy"):
        st.button(
            w["sure"],
            key="deck-forget-all",
            on_click=_forget,
            icon=":material/delete:",
        )


# The legend


def legend(w: Words) -> None:
    names = load_edition(chosen()).categories
    kept = legend_in_use()
    st.markdown(w["legend_kept"] if kept else w["legend_none"])
    pictures = map(data_uri, kept.legend.pictures) if kept else ()
    st.html(category_list("legend-icons", names, pictures))
    given = st.file_uploader(
        w["legend_again"] if kept else w["legend_take"],
        key=f"deck-legend-{state.get('deck-legend-number', 0)}",
    )
    if given is not None and state.get("deck-legend-refused", ("",))[0] != given.file_id:
        with st.spinner(w["legend_reading"]):
            try:
                state.legend = take_legend(given.getvalue())
                if "table" in state:
                    read_books(state.table, state.legend)
            except RefusedInput as refused:
                state["deck-legend-refused"] = (given.file_id, by_name(refused, given.name))
            else:
                state["deck-legend-number"] = state.get("deck-legend-number", 0) + 1
                st.rerun()
    if given is not None and state.get("deck-legend-refused", ("",))[0] == given.file_id:
        refuse(state["deck-legend-refused"][1])
    if kept and st.button(w["legend_forget"], key="deck-legend-forget", icon=":material/delete:"):
        forget_legend()
        state.legend = None
        st.rerun()


page()
