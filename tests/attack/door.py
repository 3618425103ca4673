"""Forged messages at the door of one server or several, behind a proxy."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from typing import TypeVar
from urllib.parse import urlsplit

from tests.attack import requests, sockets
from tests.attack.outcome import Outcome
from tests.attack.proxy import ADDS, proxied
from tests.attack.stores import KEY, OWNER_CODE, Store, failed, servers, token
from tests.attack.wire import Answer, Asked, Heard, hear, opened, rerun, say
from tests.pages.session.owned import lost, owned

#: The pages on which the owner has more than a guest.
PAGES = [
    ("archive", "tab=file"),
    ("archive", ""),
    ("archive", "tab=figures"),
    ("deck", "tab=copy"),
    ("", ""),
    ("play", ""),
]
T = TypeVar("T")


def at_the_door(what: str, store: Store, number: int, every: int = 1) -> Iterator[Outcome]:
    """Tries all messages, or one of ``every`` so many, at so many servers behind a proxy."""
    with ExitStack() as stack:
        ports = stack.enter_context(servers(store, number))
        proxy, bare = (stack.enter_context(proxied(ports, adds)) for adds in (ADDS, b""))
        guest, owner = (token(proxy, code) for code in (store.room.code, OWNER_CODE))
        before = owned()
        name = guest.partition("=")[0]
        yield _asked(
            f"{what}: requests without the code",
            [
                (port, one, "")
                for one in some(requests.strangers(name, guest.partition("=")[2]), every)
                for port in (proxy, bare)
            ],
            lambda answer: not_let_in(answer, store),
        )
        yield _asked(
            f"{what}: other names and origins",
            [(port, one, owner) for one in some(requests.elsewhere(), every) for port in (proxy, bare)],
            lambda answer: not_let_in(answer, store),
        )
        yield _asked(
            f"{what}: requests of a guest",
            [(proxy, one, guest) for one in some(requests.guests(), every)],
            lambda answer: tells_nothing(answer, store),
        )
        yield claims(f"{what}: guests who claim more", store, proxy, guest, every)
        yield messages(f"{what}: forged messages of a page", store, proxy, guest, every)
        yield taps(f"{what}: the owner's buttons, tapped by a guest", store, proxy, guest, owner, every)
        after = Outcome(
            f"{what}: nothing changed, and the app goes on", 1, lost(before, owned()) + failed(store)
        )
        for _, cookie in itertools.product(ports, (guest, owner)):
            heard = page(proxy, cookie, "play")
            after.note(None if heard and heard.well and not heard.refused else "no page afterwards")
        yield after


def some(tried: Iterable[T], every: int) -> list[T]:
    """One of ``every`` so many."""
    return [*tried][::every]


def _asked(
    what: str, asked: Iterable[tuple[int, Asked, str]], judge: Callable[[Answer], str | None]
) -> Outcome:
    outcome = Outcome(what)
    for port, one, cookie in asked:
        answer = say(port, one, cookie)
        if one.path.endswith("/_stcore/health") and answer.body in (
            b"ok",
            b"",
        ):  # anybody may ask whether the app is well
            outcome.note(None)
            continue
        problem = judge(answer)
        outcome.note(problem and f"{one.name[:80]}: {problem}")
    return outcome


def not_let_in(answer: Answer, store: Store) -> str | None:
    if answer.status and not 400 <= answer.status < 500:
        return f"it was answered by {answer.status}"
    return "it was given a cookie" if answer.token else tells_nothing(answer, store)


def tells_nothing(answer: Answer, store: Store) -> str | None:
    where = answer.headers.get("location", "/")
    if answer.status >= 500:
        return f"it was answered by {answer.status}"
    if not where.startswith("/") or urlsplit(where).netloc or where[1:2] in ("/", "\\"):
        return f"it leads to {where[:80]}"
    told = answer.body + repr(answer.headers).encode()
    return next((f"it told {one!r}" for one in [*store.secrets, b"Traceback", b"root:"] if one in told), None)


def page(port: int, cookie: str, name: str = "", query: str = "") -> Heard | None:
    """What a page shows who has this cookie; None where it is not let in."""
    way = opened(port, cookie)
    if way is None:
        return None
    with way:
        return hear(way, [rerun(name, query).SerializeToString()])


def _judged(heard: Heard, store: Store) -> str | None:
    if told := [one for one in store.secrets if one in heard.raw]:
        return f"it told {told[0]!r}"
    return "the page failed" if heard.faults or not heard.well else None


def claims(what: str, store: Store, port: int, guest: str, every: int) -> Outcome:
    """A guest's page whose headers claim to be the owner's shows what a guest's shows."""
    outcome = Outcome(what)
    for name, headers in some(requests.CLAIMS, every):
        if any(field.strip() != field for field, _ in headers):  # no browser's library sends that
            continue
        way = opened(port, guest, dict(headers))
        if way is None:
            outcome.note(None)
            continue
        with way:
            problem = _judged(hear(way, [rerun("archive", "tab=file").SerializeToString()]), store)
        outcome.note(problem and f"{name}: {problem}")
    return outcome


def messages(what: str, store: Store, port: int, guest: str, every: int) -> Outcome:
    """Whatever a guest's page sends, the next page is there."""
    outcome, drawn = Outcome(what), rerun().SerializeToString()
    first = page(port, guest)
    assert first
    known = sorted(first.ids())[:6]
    tried = [(name, [one, drawn]) for name, one in some(sockets.no_runs(), every)]
    tried += [(name, [one]) for name, one in some(sockets.runs(KEY), every)]
    tried += [(name, [one, drawn]) for name, one in some(sockets.values(known), every)]
    for name, sent in tried:
        way = opened(port, guest)
        if way is None:
            outcome.note(f"{name}: the door was shut")
            continue
        with way:
            problem = _judged(hear(way, sent), store)
        outcome.note(problem and f"{name[:80]}: {problem}")
    return outcome


def taps(what: str, store: Store, port: int, guest: str, owner: str, every: int) -> Outcome:
    """A guest taps on every button, and asks for every file, that the owner's pages have."""
    outcome = Outcome(what)
    for name, query in some(PAGES, every):
        before, drawn = owned(), rerun(name, query).SerializeToString()
        theirs, looked = page(port, guest, name, query), opened(port, owner)
        assert theirs
        assert looked
        with looked:  # the owner's files are there as long as the owner's page
            mine = hear(looked, [drawn])
            assert not mine.refused, "the owner has no page to look at"
            for one in some(sorted(mine.ids() - theirs.ids()), every):
                outcome.note(_tapped(store, port, guest, one, name, query))
        if changed := lost(before, owned()):
            outcome.broken.append(f"{name}?{query}: {changed} changed")
    return outcome


def _tapped(store: Store, port: int, guest: str, one: str, name: str, query: str) -> str | None:
    """What of a guest's tap on a button, or question for a file, does not hold."""
    way, drawn = opened(port, guest), rerun(name, query).SerializeToString()
    assert way
    with way:
        first = hear(way, [drawn])
        button = one.startswith("$$")  # the others are files that are made when asked for
        sent = sockets.tapped(one, name, query) if button else sockets.file_asked(one, first.session)
        heard = hear(way, [sent] if button else [sent, drawn])
    problem = _judged(first, store) or _judged(heard, store) or (heard.given and "it gave a file")
    return f"{name}?{query}, {one[-40:]}: {problem}" if problem else None
