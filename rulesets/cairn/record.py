"""What everything in a definition is made of: records that know their keys, and dice."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Role = Literal["protection", "body", "agility", "will"]
Ability = Literal["", "body", "agility", "will"]
Die = Literal["d4", "d6", "d8", "d10", "d12", "d20"]
Notation = Annotated[str, msgspec.Meta(pattern=r"^[1-9]?d(4|6|8|10|12|20)$")]
"""Dice of one size, up to nine of them."""


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of everything in a definition: an unknown key is an error."""
