"""What the trial tried of a kind, and what did not hold."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Outcome:
    """``tried``: how many; ``broken``: a line for each that did not hold; ``passed_over``: why not."""

    what: str
    tried: int = 0
    broken: list[str] = field(default_factory=list)
    passed_over: str = ""

    def note(self, broken: str | None) -> None:
        """Notes one more that was tried; None where it held."""
        self.tried += 1
        if broken:
            self.broken.append(broken)

    @property
    def line(self) -> str:
        """A line of the table."""
        held = self.passed_over or (f"{len(self.broken)} BROKEN" if self.broken else "held")
        return f"{self.what:<58} {self.tried or '':>6}  {held}"
