"""The one base class of every refusal that a person is meant to read."""

from __future__ import annotations


class RefusedInput(ValueError):
    """Input that Shelfmark cannot use.

    ``str(error)`` is one sentence: what is wrong, where, and how to mend it. The command line prints it and
    ends with status 1; the app shows it in place.
    """
