"""Forged messages at the door of one server or several, behind a proxy."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
        name, _, value = guest.partition("=")
        yield _asked(
            f"{what}: requests without the code",
            some(requests.strangers(name, value), every),
            (proxy, bare),
            "",
            lambda answer: not_let_in(answer, store),
        )
        yield _asked(
            f"{what}: other names and origins",
            some(requests.elsewhere(), every),
            (proxy, bare),
            owner,
            lambda answer: not_let_in(answer, store),
        )
        yield _asked(
            f"{what}: requests of a guest",
            some(requests.guests(), every),
            (proxy,),
            guest,
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
    what: str, tried: list[Asked], ports: tuple[int, ...], cookie: str, judge: Callable[[Answer], str | None]
) -> Outcome:
    outcome = Outcome(what)
    for one, port in itertools.product(tried, ports):
        answer = say(port, one, cookie)
        # anybody may ask whether the app is well
        is_health = one.path.endswith("/_stcore/health") and answer.body in (b"ok", b"")
        problem = None if is_health else judge(answer)
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
    said = answer.body + repr(answer.headers).encode()
    return next((f"it told {one!r}" for one in [*store.secrets, b"Traceback", b"root:"] if one in said), None)


def page(port: int, cookie: str, name: str = "", query: str = "") -> Heard | None:
    """What a page shows who has this cookie; None where it is not let in."""
    return heard_by(port, cookie, [rerun(name, query).SerializeToString()])


def heard_by(
    port: int, cookie: str, sent: Sequence[bytes | str], headers: Mapping[str, str] | None = None
) -> Heard | None:
    """What a page hears that sends these; None where it is not let in."""
    way = opened(port, cookie, headers)
    if way is None:
        return None
    with way:
        return hear(way, sent)


def _judged(heard: Heard, store: Store) -> str | None:
    if secrets := [one for one in store.secrets if one in heard.raw]:
        return f"it told {secrets[0]!r}"
    return "the page failed" if heard.faults or not heard.well else None


def claims(what: str, store: Store, port: int, guest: str, every: int) -> Outcome:
    """A guest's page whose headers claim to be the owner's shows what a guest's shows."""
    outcome = Outcome(what)
    for name, headers in some(requests.CLAIMS, every):
        if any(field.strip() != field for field, _ in headers):  # no browser's library sends that
            continue
        heard = heard_by(port, guest, [rerun("archive", "tab=file").SerializeToString()], dict(headers))
        problem = _judged(heard, store) if heard else None
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
        heard = heard_by(port, guest, sent)
        problem = _judged(heard, store) if heard else "the door was shut"
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
