"""Forged messages of a page that a guest has open: what a browser never sends."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from random import Random

from streamlit.proto.BackMsg_pb2 import BackMsg

from tests.attack.wire import rerun

#: A message, with its name.
Forged = tuple[str, bytes | str]


def no_runs() -> Iterator[Forged]:
    """Messages that draw no page: Streamlit's own for whoever develops an app, and garbage."""
    for field in BackMsg.DESCRIPTOR.fields:
        if field.name in ("rerun_script", "stop_script"):
            continue
        told = BackMsg()
        if field.message_type:
            getattr(told, field.name).SetInParent()
        else:
            setattr(told, field.name, True)
        yield field.name, told.SerializeToString()
        yield f"{field.name} after another", rerun().SerializeToString() + told.SerializeToString()
    for payload in ("install_skills", "dismiss_skills_nudge", "deferred_file", "dataframe_chunk"):
        told = BackMsg()
        getattr(told.backend_operation_request, payload).SetInParent()
        told.backend_operation_request.session_id = "../.."
        yield payload, told.SerializeToString()
    told = BackMsg()
    told.file_urls_request.request_id = "x"
    told.file_urls_request.file_names.extend(["../../room.json", "\0", "x" * 100_000])
    told.file_urls_request.session_id = "another"
    yield "files elsewhere", told.SerializeToString()
    told = rerun()
    told.rerun_script.fragment_id = "evil"
    yield "a part that is gone", told.SerializeToString()
    for name, kind in (
        ("table", "trigger_value"),
        ("$$ID-0-evil", "trigger_value"),
        ("$$ID-0-evil", "bool_value"),
    ):
        told = rerun()
        state = told.rerun_script.widget_states.widgets.add()
        state.id = name
        setattr(state, kind, True)
        yield f"{kind} of {name}", told.SerializeToString()
    chance = Random(1)
    for garbage in (b"", b"\xff" * 10, b"\0" * 1000, chance.randbytes(1000), bytes(2_000_000)):
        yield f"{len(garbage)} bytes", garbage
    yield "a text", "clear_cache"


def runs(hidden: str) -> Iterator[Forged]:
    """Messages that draw a page; ``hidden``: the key of a game that is not the guest's."""

    def told(name: str, message: BackMsg) -> Forged:
        return name, message.SerializeToString()

    for page in ("../archive", "archive\0", "/etc/passwd", "pages/archive.py", "x" * 10_000, "archive"):
        yield told(f"page {page[:20]}", rerun(page))
    queries = [
        *f"game={hidden} table={hidden} table=../../room game=%00 step=form&table=\ud7ff tab=file".split(),
        "game=" + "x" * 50_000,
        *["table[]=a&table=b", "lang=%F0%9F%A6%89", "room=AAAAAAAA", "&&&===", "step=evil"],
    ]
    for query, page in itertools.product(queries, ("", "archive", "play")):
        yield told(f"{page} {query[:40]}", rerun(page, query))
    for field, value in {
        "page_script_hash": "0" * 32,
        "is_auto_rerun": True,
        "is_history_navigation": True,
    }.items():
        message = rerun()
        setattr(message.rerun_script, field, value)
        yield told(field, message)
    message = rerun()
    message.rerun_script.cached_message_hashes.extend(["x" * 100] * 5000)
    yield told("hashes", message)
    for url in ("http://[", "http://evil.example:x/", "\0"):
        message = rerun("", "step=photos")
        message.rerun_script.context_info.url = url
        yield told(f"address {url}", message)
    message = rerun()
    context = message.rerun_script.context_info
    context.url, context.locale, context.timezone = "javascript:alert(1)", "\0", "../../etc/passwd"
    context.timezone_offset = 2**31 - 1
    yield told("context", message)


def values(ids: list[str]) -> Iterator[Forged]:
    """Values of the wrong kind for these fields."""
    for name in ids:
        for kind, value in {
            "json_value": "{]",
            "string_value": "\0<b>" * 1000,
            "double_value": float("nan"),
            "bytes_value": b"\xff" * 1000,
            "json_trigger_value": '[{"event": "evil"}]',
            "int_array_value": [2**62, -1],
        }.items():
            message = rerun()
            state = message.rerun_script.widget_states.widgets.add()
            state.id = name
            if isinstance(value, list):
                state.int_array_value.data.extend(value)
            else:
                setattr(state, kind, value)
            yield f"{name[-30:]}, {kind}", message.SerializeToString()


def tapped(name: str, page: str, query: str) -> bytes:
    """A tap on a button that the owner's page has."""
    message = rerun(page, query)
    state = message.rerun_script.widget_states.widgets.add()
    state.id, state.trigger_value = name, True
    return bytes(message.SerializeToString())


def file_asked(name: str, session: str) -> bytes:
    """Asks for a file that the owner's page would make."""
    message = BackMsg()
    message.backend_operation_request.request_id = "x"
    message.backend_operation_request.session_id = session
    message.backend_operation_request.deferred_file.file_id = name
    return bytes(message.SerializeToString())
