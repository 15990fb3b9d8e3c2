"""What a definition of the family is made of: records that know their keys, dice, and the parts
that scores play."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from rulesets.common.definition import Die, Record

__all__ = ["Ability", "Die", "Notation", "Record", "Role"]

Role = Literal["protection", "body", "agility", "will"]
Ability = Literal["", "body", "agility", "will"]
Notation = Annotated[str, msgspec.Meta(pattern=r"^[1-9]?d(4|6|8|10|12|20)$")]
"""Dice of one size, up to nine of them."""
