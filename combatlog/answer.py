"""What a line at the table comes to."""

from __future__ import annotations

from typing import NamedTuple

from events.errors import CombatlogError
from events.store.envelope import Recorded


class Answer(NamedTuple):
    """What a line came to: lines to read, the rows recorded, whether to leave; and what was refused
    of it all the same: of several typed dice the rest, of a correction that it is applied when
    others have recorded since it was shown."""

    lines: list[str]
    rows: list[Recorded] = []
    leave: bool = False
    refused: CombatlogError | None = None
