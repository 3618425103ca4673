"""The cable between a page and its server, in the hands of a test: it can lose what the server answers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, WebSocketRoute
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.pages.conftest import PATIENCE, PHONE, TALK


class Cable:
    """What the server says passes here: of the kinds in ``lose`` the next message never reaches the page."""

    def __init__(self) -> None:
        self.lose: list[str] = []
        self.lost: list[str] = []

    def lay(self, page: Page) -> None:
        """Lies between this page and its server from the next time that it opens."""
        page.route_web_socket("**/_stcore/stream", self._connect)

    def _connect(self, near: WebSocketRoute) -> None:
        far = near.connect_to_server()

        def answers(said: str | bytes) -> None:
            message = ForwardMsg()
            message.ParseFromString(said if isinstance(said, bytes) else said.encode())
            kind = str(message.WhichOneof("type"))
            if kind in self.lose:
                self.lose.remove(kind)
                self.lost.append(kind)
            else:
                near.send(said)

        far.on_message(answers)


@contextmanager
def cabled(browser: Browser) -> Iterator[tuple[Page, Cable]]:
    """A page of its own on a phone, with its cable."""
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)  # type: ignore[arg-type]
    context.add_init_script(path=TALK)
    context.set_default_timeout(PATIENCE)
    page, cable = context.new_page(), Cable()
    cable.lay(page)
    yield page, cable
    context.close()
