"""How much a page tells, to whom, and in which language."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from projections.narrative.phrasebook import ENGLISH
from projections.queries.visibility import Audience

Detail: TypeAlias = Literal["story", "dice", "full"]
"""The story alone; with dice and numbers in small print; with every event, folded away."""


class Options(NamedTuple):
    """`turns` puts a heading over each turn, as the Initiative Tracker's logs have it."""

    detail: Detail = "dice"
    audience: Audience = "players"
    language: str = ENGLISH
    turns: bool = False
