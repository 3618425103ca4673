"""Photos looked at as they arrive: of several at once, a browser tells the page only when all are here."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock

from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from pages.photos.turns import AT_ONCE
from scorer.errors import RefusedInput

#: Looks at a photo by its name and content, and remembers what it saw.
Look = Callable[[str, bytes], object]
#: Sessions that photos are expected of, and photos under way, that are known at most.
MOST = 500
#: Seconds between two looks whether a photo is read: a session that is over learns of it in between.
PAUSE = 0.3


class Ahead:
    """Looks at photos in threads of its own, each as its session said that it would."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._pool = ThreadPoolExecutor(at_once, thread_name_prefix="ahead")
        self._lock = Lock()
        self._looks: OrderedDict[str, Look] = OrderedDict()
        self._under_way: OrderedDict[str, Future[None]] = OrderedDict()

    def expect(self, session: str, look: Look) -> None:
        """What comes to this session from now on are photos to ``look`` at."""
        with self._lock:
            self._looks[session] = look
            _within(self._looks)

    def expect_none(self, session: str) -> None:
        """What comes to this session is nothing to look at, or not as was said."""
        with self._lock:
            self._looks.pop(session, None)

    def came(self, session: str, file: UploadedFileRec) -> None:
        """Begins with a file that has just arrived, if a photo was expected."""
        with self._lock:
            look = self._looks.get(session)
            if look is not None and file.data:
                self._under_way[file.file_id] = self._pool.submit(_looked, look, file)
                _within(self._under_way)

    def wait(self, file_id: str, tell: Callable[[], None]) -> None:
        """Waits until a photo that was begun with is seen, and goes on to ``tell`` so.

        Raises:
            RefusedInput: the photo is refused.
        """
        with self._lock:
            begun = self._under_way.pop(file_id, None)
        while begun is not None:
            try:
                begun.result(PAUSE)
            except TimeoutError:
                tell()
            except RefusedInput:
                raise
            except Exception:
                return  # whoever waits looks at it, and meets the same
            else:
                return


def _looked(look: Look, file: UploadedFileRec) -> None:
    look(file.name, file.data)


def _within(held: OrderedDict[str, Look] | OrderedDict[str, Future[None]]) -> None:
    while len(held) > MOST:
        held.popitem(last=False)


AHEAD = Ahead()


def expect(look: Look) -> None:
    """What comes to this session from now on are photos to ``look`` at, until the page is drawn anew."""
    if context := get_script_run_ctx(suppress_warning=True):
        AHEAD.expect(context.session_id, look)
