"""The archive: finished games listed, searched, reopened and deleted; figures; all of it as one file."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from html import escape

import streamlit as st

from pages.evening.box import around, evening, in_short
from pages.figures.charts import charts
from pages.figures.choosing import filtered
from pages.figures.tables import of_all, of_one
from pages.session.address import lead
from pages.session.archive import PersonalArchive, archive
from pages.session.fields import as_seen, download, one_of
from pages.session.reopened import file_of, key_of, named_reader, noted_reader
from pages.session.rights import Right, may
from pages.widgets.earlier import earlier, mend, report
from pages.widgets.form import exports, form
from pages.widgets.fort_sums import sums, won
from pages.widgets.naming import naming
from pages.widgets.saying import HERE, address, day, figure, in_words, plain, refuse, title, trying
from pages.widgets.sections import sections
from pages.widgets.tie import tie
from pages.words import Words, chosen, words
from scorer.archive import ArchiveBroken, ArchivedGame, ArchiveError, Source
from scorer.archive.figures import Form, conceded, history_csv, place
from scorer.archive.file import games_in
from scorer.archive.words import in_language
from scorer.editions import called, load_edition
from scorer.errors import RefusedInput, phrase
from scorer.files import parse_json
from scorer.fort import FortResult
from scorer.gamefile import GameFile
from scorer.limits import ARCHIVE
from scorer.result import score

#: The parts of the page, by the word that names each.
TABS = ("games", "figures", "file")
SOURCES: tuple[Source, ...] = ("photo", "typed", "play", "solo", "fort")
ICONS = {
    "photo": "photo_camera",
    "typed": "edit",
    "play": "playing_cards",
    "solo": "person",
    "fort": "castle",
}
#: The kinds of games whose figures are told apart, by the words that name them.
KINDS: dict[Form, str] = {"B-7c": "several", "S-42a": "alone", "fort": "fort"}
#: Games listed before "Show more".
SCREENFUL = 10
#: Imports that are offered to be undone.
IMPORTS = 8

state = st.session_state


def page() -> None:
    st.html(HERE / "archive.css")
    w = words("archive")
    try:
        here = archive(anew=True)
        undo_bar(here, w)
        if wanted := st.query_params.get("game"):
            one_game(here, wanted, w)
        else:
            all_games(here, w)
    except RefusedInput as refused:
        refuse(refused)
        if isinstance(refused, ArchiveBroken) and may(Right.REPAIR):
            mend(w)


# All games


def all_games(archive: PersonalArchive, w: Words) -> None:
    title(w["title"])
    report(w)
    kept = archive.games()
    match sections(w, TABS if may(Right.EXPORT_ALL) else TABS[:-1]):
        case "figures":
            all_figures(archive, kept, w)
            if may(Right.RENAME):
                naming(archive, kept, w)
        case "file":
            one_file(archive, w)
        case _:
            listing(archive, kept, w)


def listing(archive: PersonalArchive, kept: list[ArchivedGame], w: Words) -> None:
    if not kept:
        st.info(w["empty"] if may(Right.EXPORT_ALL) else w["empty_guest"])
        return
    left, right = st.columns([3, 1])
    with left:
        search = st.text_input(w["search"], placeholder=w["search_hint"], key="archive-search")
    there = [source for source in SOURCES if any(game.source == source for game in kept)]
    with right:
        every = "every"  # not None, which a list would offer to clear
        wanted = one_of(w["source"], [every, *there], "archive-source", w.__getitem__)
    source = next((one for one in there if one == wanted), None)
    found = archive.games(search, source) if search or source else kept
    st.html(f'<p class="kept-line" role="status">{w("found", count=len(found))}</p>')
    if not found:
        st.info(w["nothing"])
    shown = state.setdefault("archive-shown", SCREENFUL)
    for game in found[:shown]:
        row(archive, game, w)
    if len(found) > shown and st.button(w["more"], key="archive-more"):
        state["archive-shown"] = shown + SCREENFUL
        st.rerun()


def row(archive: PersonalArchive, game: ArchivedGame, w: Words) -> None:
    ranked = sorted(game.totals, key=partial(place, game), reverse=True)
    gone = conceded(game)  # bots made their points
    totals = " · ".join(
        f"**{shown}**" if name in game.winners else shown
        for name in ranked
        for shown in [plain(names([name])) + ("" if name in gone else f" {figure(game.totals[name])}")]
    )
    with st.container(key=f"kept-{game.id}", horizontal=True):
        with st.container(gap=None):
            st.button(
                totals,
                icon=f":material/{ICONS[game.source]}:",
                type="tertiary",
                key=f"open-{game.id}",
                on_click=show,
                args=(game.id,),
            )
            st.html(f'<p class="kept-line">{headline(game, w)}</p>')
        if may(Right.DELETE):
            st.button(
                plain(w("delete_game", game=brief(game))),
                icon=":material/delete:",
                key=f"delete-{game.id}",
                on_click=trying(delete),
                args=(archive, game),
            )


def show(game: str | None = None) -> None:
    """Goes to a game, or back to all of them; so does the browser's back button afterwards."""
    lead({"game": game})


def headline(game: ArchivedGame, w: Words) -> str:
    parts = [day(game.played), w[game.source], w["fort"] if game.form == "fort" else game.form]
    if game.form == "S-42a":
        parts.append(load_edition(chosen()).stamp["licensed" if game.result["won"] else "refused"])
    return escape(" · ".join(dict.fromkeys([*parts, *in_short(game)])))


def brief(game: ArchivedGame) -> str:
    return f"{names(game.players)}, {day(game.played)}"


def names(players: list[str]) -> str:
    return ", ".join(called(player, chosen()) for player in players)


def delete(archive: PersonalArchive, game: ArchivedGame) -> None:
    archive.delete(game.id)
    state["archive-deleted"] = (game.id, brief(game))
    show()


def undo_bar(archive: PersonalArchive, w: Words) -> None:
    """What was just deleted, and the way back."""
    if not (gone := state.get("archive-deleted")):
        return
    identifier, name = gone

    def undo() -> None:
        archive.restore(identifier)
        state.pop("archive-deleted", None)

    with st.container(horizontal=True, vertical_alignment="center", key="archive-undo"):
        st.html(f'<p class="said" role="status">{escape(w("deleted", game=name))}</p>')
        gone_now = partial(state.get, "archive-deleted")
        as_seen(w["undo"], "undo-delete", gone_now, trying(undo), icon=":material/undo:")


def all_figures(archive: PersonalArchive, kept: list[ArchivedGame], w: Words) -> None:
    if not kept:
        st.info(w["empty"] if may(Right.EXPORT_ALL) else w["empty_guest"])
        return
    there = [form for form in KINDS if any(game.form == form for game in kept)]
    form = there[0]
    if len(there) > 1:
        form = st.segmented_control(
            w["kind"],
            there,
            format_func=lambda one: w[KINDS[one]],
            default=form,
            required=True,
            key="archive-kind",
        )
    games = filtered(kept, form)
    if not games:
        st.info(words("figures")["nothing"])
        return
    edition = load_edition(chosen())
    if name := charts(games, form, w, edition):
        of_one(games, name, form, w, edition)
    of_all(games, form, archive.visits, w, edition)


# One file


def one_file(archive: PersonalArchive, w: Words) -> None:
    st.markdown(w["export_all"])
    if st.button(w["prepare"], key="archive-export"):
        for number, file in enumerate(archive.export_files(), 1):
            part = f"-{number}" if number > 1 else ""
            download(
                w("download", size=max(1, len(file) // 1000)),
                file,
                f"shelfmark-archive{part}.json",
                "application/json",
                key=f"archive-download{part}",
            )
    download(
        w["history"],
        lambda: history_csv(archive.games(), chosen()),
        "shelfmark-history.csv",
        "text/csv",
        icon=":material/table:",
        key="archive-history",
    )
    given = st.file_uploader(
        w["import_all"],
        type="json",
        key="archive-import",
        max_upload_size=ARCHIVE.megabytes,
        on_change=take_in,
        args=(archive,),
    )
    taken = state.get("archive-taken") if given else None
    if isinstance(taken, str):
        refuse(taken)
    elif taken:
        name, count, has_games = taken
        line = w("taken_before", file=name) if has_games and not count else w("taken", file=name, count=count)
        st.html(f'<p class="said" role="status">{escape(line)}</p>')
    undoing(archive, w)
    removing(archive, w)
    earlier(archive, w)


def undoing(archive: PersonalArchive, w: Words) -> None:
    """The latest imports, each with the way back."""
    made = archive.imports()[:IMPORTS]
    if made:
        st.subheader(w["imports"], anchor=False)
    for one in made:
        line = w("imported", day=day(one.at), games=one.games, drafts=one.drafts)
        line_with(line, w["undo"], "undo", f"undo-import-{one.id}", partial(undo_import, archive, one.id))


def removing(archive: PersonalArchive, w: Words) -> None:
    """What the archive holds that cannot be used, each with the reason."""
    bad = archive.bad_rows()
    if bad:
        st.subheader(w["unusable"], anchor=False)
        st.markdown(w["unusable_why"])
    for row in bad:
        line = in_words(phrase("{row:capital}: {why}", row=row.name, why=row.why))
        key = f"remove-{row.kind}-{row.key}"
        line_with(line, w["delete"], "delete", key, partial(archive.remove_bad_row, row))


def line_with(line: str, label: str, icon: str, key: str, do: Callable[[], None]) -> None:
    """A line, and a button that does something about it."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.html(f'<p class="kept-line">{escape(line)}</p>')
        st.button(label, icon=f":material/{icon}:", key=key, on_click=trying(do))


def undo_import(archive: PersonalArchive, name: str) -> None:
    archive.undo_import(name)
    state["archive-taken"] = None


def take_in(archive: PersonalArchive) -> None:
    """Takes in the file just given; what came of it is said beside it for as long as it is there."""
    given = state["archive-import"]
    state["archive-taken"] = None
    if given is None:
        return
    try:
        data = parse_json(given.getvalue(), given.name, ARCHIVE, ArchiveError)
        count = archive.take_in(data)
        state["archive-taken"] = (given.name, count, bool(games_in(data)))
    except RefusedInput as refused:
        state["archive-taken"] = refused.sentence


# One game


def one_game(archive: PersonalArchive, wanted: str, w: Words) -> None:
    st.button(w["back"], icon=":material/arrow_back:", type="tertiary", key="archive-back", on_click=show)
    game = archive.get(wanted)
    if game is None:
        refuse(w["unknown"])
        return
    title(names(game.players))
    st.html(f'<p class="kept-line">{headline(game, w)}</p>')
    if game.deleted:
        refuse(w["is_deleted"])
        if may(Right.DELETE):
            st.button(
                w["undo"],
                icon=":material/undo:",
                key="restore",
                on_click=trying(archive.restore),
                args=(game.id,),
            )
    if game.form == "fort":
        fort_result(game, w)
    else:
        inspection_result(game, w)
    evening(game, "archive")
    with st.container(horizontal=True):
        if game.form == "fort":
            name = f"fort-{day(game.played)}.json"
            download(w["json"], partial(file_of, game), name, "application/json")
        if not game.deleted and may(Right.DELETE):
            st.button(
                w["delete"],
                icon=":material/delete:",
                key=f"delete-{game.id}",
                on_click=trying(delete),
                args=(archive, game),
            )


def read_first(identifier: str, name: str | None) -> None:
    """Notes who ended the tie by reading a book, in the game as it is by now and in what it was made of."""
    here = archive()
    game = here.get(identifier)
    if game is None:
        return
    file = named_reader(game.game, name)
    here.finish(file, score(GameFile.from_dict(file)).to_json(), game.source, game.record, key=game.key)
    kind = game.source if game.source in ("play", "solo") else "table"
    key = key_of(kind, game)
    if here.draft(kind, key):
        here.change_draft(kind, key, lambda draft: noted_reader(draft or {}, game.players, name))


def inspection_result(game: ArchivedGame, w: Words) -> None:
    """The form in the page's language, its files, and the ways to go on with it."""
    result, file = in_language(game, chosen())
    edition = load_edition(result.edition)
    st.html(f'<div class="verdict"><p class="who">{escape(result.explain)}</p></div>')
    if not game.deleted:
        tie(game.game, f"kept-{game.id}", partial(read_first, game.id))
    form(result, edition, file, f"kept-form-{game.id}", game.played)
    with st.container(horizontal=True):
        if file:
            there = address(table=key_of("table", game), step="check")
            st.page_link(
                "pages/score.py",
                label=w["open_table"],
                icon=":material/edit:",
                query_params=there,
            )
        if game.has_record:
            kind = "solo" if game.form == "S-42a" else "play"
            there = address(game=key_of(kind, game))
            st.page_link(
                f"pages/{kind}.py", label=w["open_game"], icon=":material/history:", query_params=there
            )
    file_made = partial(file_of, game)
    exports(result, edition, f"kept-{game.id}", game.played, game.key, file_made, around(game), file)


def fort_result(game: ArchivedGame, w: Words) -> None:
    f, result = words("fort"), FortResult.model_validate(game.result)
    called_here = partial(called, language=chosen())
    winner = won(result, conceded(game), f, called_here)
    st.html(f'<div class="verdict"><p class="who">{escape(winner)}</p></div>')
    sums(result, f, called_here)
    if game.has_record:
        there = address(tab="play", game=key_of("fort_play", game))
        st.page_link("pages/fort.py", label=w["open_game"], icon=":material/history:", query_params=there)
    else:
        there = address(game=key_of("fort", game))
        st.page_link("pages/fort.py", label=w["open_sheet"], icon=":material/edit:", query_params=there)


page()
