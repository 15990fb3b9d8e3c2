"""What a line at the table comes to."""

from __future__ import annotations

from typing import NamedTuple

from events.errors import CombatlogError
from events.rows import Recorded


class Answer(NamedTuple):
    """What a line came to: lines to read, the rows recorded, whether to leave; and, of several
    typed dice, the refusal that stopped them, behind what the others brought about."""

    lines: list[str]
    rows: list[Recorded] = []
    leave: bool = False
    refused: CombatlogError | None = None
