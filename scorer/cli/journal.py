"""What the app notes for who runs it: in a file of the data folder that turns over, and if asked on stderr.

No name of a person, card or file stands in it. An error is noted by its kind and by where it arose: what it
says may hold anything that somebody typed.
"""

from __future__ import annotations

import logging
import sys
import traceback
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import TextIO

from scorer.whole import make_private

#: All that is noted goes to this logger, or to one below it such as "shelfmark.archive".
ROOT = "shelfmark"
#: The file, its bytes at most, and how many older files are kept beside it.
FILE, BYTES, OLDER = "shelfmark.log", 1_000_000, 3
_LINE = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class _Bare(logging.Formatter):
    """Tells of an error its kind and where it arose, innermost first."""

    default_msec_format = "%s.%03d"

    def formatException(
        self, ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
    ) -> str:
        kind, _, trace = ei
        places = reversed(traceback.extract_tb(trace))
        came = " < ".join(f"{Path(at.filename).name}:{at.lineno} {at.name}" for at in places)
        return f"{kind.__name__ if kind else 'error'} at {came}"


class _File(RotatingFileHandler):
    """A full disk or a folder that may not be written keeps nobody from playing: then nothing is noted."""

    def handleError(self, record: logging.LogRecord) -> None:
        pass

    def doRollover(self) -> None:
        super().doRollover()
        make_private(Path(self.baseFilename))


def begin(folder: Path, verbose: bool = False, out: TextIO | None = None) -> None:
    """From now on what happens is noted in ``folder``; ``verbose``: every step, and to ``out`` (stderr) too.

    >>> begin(getfixture("tmp_path"))
    >>> logging.getLogger("shelfmark.archive").info("A state was kept.")
    >>> (getfixture("tmp_path") / FILE).read_text().rpartition(" INFO ")[2]
    'shelfmark.archive: A state was kept.\\n'
    """
    logger = logging.getLogger(ROOT)
    end()
    logger.setLevel(logging.DEBUG if verbose else logging.INFO)
    logger.propagate = False
    handlers: list[logging.Handler] = [logging.StreamHandler(out or sys.stderr)] if verbose else []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handlers.append(_File(folder / FILE, maxBytes=BYTES, backupCount=OLDER, encoding="utf-8"))
        make_private(folder / FILE)
    except OSError:
        pass
    for handler in handlers:
        handler.setFormatter(_Bare(_LINE))
        logger.addHandler(handler)


def end() -> None:
    """Nothing is noted any more, and the file is closed."""
    logger = logging.getLogger(ROOT)
    for handler in logger.handlers[:]:
        logger.removeHandler(handler)
        handler.close()
    logger.propagate = True
