"""The clauses of a family that the checks shared by all games rest on."""

from __future__ import annotations

from typing import NamedTuple


class Clauses(NamedTuple):
    """`time` is the one about rounds and the fight's end, `declaring` about when something is
    declared, `together` about whose declarations are resolved at once, `order` about the sides'
    turns, `targets` about several targets of one attack. What a family says nothing of is the
    referee's to state: who goes on for somebody dead (`heirs`), how `areas` lie."""

    time: str
    declaring: str
    together: str
    order: str
    targets: str
    heirs: str = "ALL-01"
    areas: str = "ALL-01"
