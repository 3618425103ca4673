"""What pages of the app send by WebSocket; nothing else comes through."""

from __future__ import annotations

import json

from starlette.types import Message, Receive
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

#: The kinds of messages.
_OF_PAGES = (
    "rerun_script",
    "stop_script",
    "file_urls_request",
    "app_heartbeat",
    "backend_operation_request deferred_file",
    "backend_operation_request dataframe_chunk",
)
#: What the name of everything that Streamlit draws begins with.
_DRAWN = "$$"


def of_a_page(receive: Receive) -> Receive:
    """Passes on what pages of the app send. Streamlit would take more from anybody, such as to clear what it
    keeps for all.
    """

    async def receiving() -> Message:
        while True:
            message = await receive()
            if message["type"] != "websocket.receive" or _is_of_a_page(message.get("bytes")):
                return message

    return receiving


def _is_of_a_page(data: bytes | None) -> bool:
    message = BackMsg()
    try:
        message.ParseFromString(data or b"")
    except Exception:  # protobuf's own, which has no types
        return False
    kind: str | None = message.WhichOneof("type")
    if kind == "backend_operation_request":  # Streamlit would also write files into the app's folder
        kind = f"{kind} {message.backend_operation_request.WhichOneof('payload')}"
    return kind in _OF_PAGES and all(map(_is_drawn, message.rerun_script.widget_states.widgets))


def _is_drawn(state: WidgetState) -> bool:
    """Whether it is the value of a field that can have been drawn, and can be read: Streamlit would fail."""
    kind = state.WhichOneof("value")
    try:
        if kind in ("json_value", "json_trigger_value"):
            json.loads(getattr(state, kind))
    except (ValueError, RecursionError):
        return False
    return state.id.startswith(_DRAWN)
