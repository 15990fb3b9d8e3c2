"""What version 0.4 added to the events: the secrets of format 2, keys, copies of a log."""

from __future__ import annotations

from docs.generators.examples_0_1 import GAME
from events.types import commitments as c, declarations as d, keys as k, log_events as h
from events.types.rolls import Rolled
from events.types.unions import AnyEvent

EXAMPLES: tuple[AnyEvent, ...] = (
    d.FightStarted(
        "Bridge ambush", GAME, anchor="a1" * 32, epochs=64, after="k7m2p9qx:41:" + "6f" * 32
    ),
    h.Salted("seven geese, Anna"),
    Rolled(4, "ada", "damage", "d10", 7, draw=2, epoch=1, ask=39),
    h.Spared((h.UnusedDie(24, 21, "ada", "damage", "d8", 5, 2, 0, epoch=1),)),
    c.Closed("the evening is over"),
    c.SecretOpened("a1" * 32, 0, "5e" * 32),
    c.Anchored("b2" * 32, 64, "the root stayed on the old laptop"),
    c.ChainBound("annas-phone", "Anna", "7d" * 32, 1000),
    c.DiceAsked(
        (c.AskedDraw(0, "ada", "damage", 3),), (c.AskedLink("annas-phone", 4),), request="c3" * 32
    ),
    c.LinksGiven(46, ("9e" * 32,)),
    c.PhoneLeft("annas-phone", "silent", 46),
    k.KeyBound("Anna", "d4" * 32),
    k.KeyRevoked("4f" * 16, "the phone is lost"),
    k.Witnessed(),
    k.Upgraded(1, 60, "3c" * 32),
)
