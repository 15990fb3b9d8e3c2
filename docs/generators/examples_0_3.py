"""What version 0.3 added to the events: corrections of the past."""

from __future__ import annotations

from events.types import declarations as d, log_events as c, log_events as h
from events.types.rolls import Rolled
from events.types.unions import AnyEvent

EXAMPLES: tuple[AnyEvent, ...] = (
    c.Corrected("amend", 21, "the armor was 2", apart=True),
    c.Skipped(d.Attack("wolf", (d.Aim("ada"),), ("bite",)), "Wolf is dead"),
    c.Skipped(d.Move("ada", to="the rope"), "she stayed where she was", struck=True),
    Rolled(4, "ada", "damage", "d10", 10, draw=2, stated=True),
    h.Salted("seven geese, Anna", "0" * 64),
    c.Spared((c.UnusedDie(24, 21, "ada", "damage", "d8", 5, 2, 0, stated=True),)),
)
