"""What everything in a game's definition is made of."""

from __future__ import annotations

from typing import Literal

import msgspec

Die = Literal["d4", "d6", "d8", "d10", "d12", "d20"]


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of everything in a definition: an unknown key is an error."""
