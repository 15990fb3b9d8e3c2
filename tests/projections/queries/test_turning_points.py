"""Turning points: strength that a side loses, without those who left of their own will."""

from __future__ import annotations

from events.types import outcomes as o
from events.types.unions import AnyEvent
from projections.queries.statistics import compute_statistics
from tests.projections.narrative.given import fight


def turns(*events: AnyEvent) -> list[tuple[str, float, float]]:
    """Return the turning points of a turn of the party (Ada and Ben, 17 HP each) and the wolf."""
    line = fight(o.TurnBegan("party"), *events, o.TurnEnded("party"))
    return [each[2:] for each in compute_statistics(line).turns]


def test_a_retreat_is_no_loss() -> None:
    """Members who leave of their own will are no loss to a side."""
    assert [] == turns(o.Left("ada", "retreated"))
    assert [] == turns(o.Left("ada", "retreated"), o.Left("ben", "retreated"))


def test_flight_rout_and_surrender_are_losses() -> None:
    for how in ("fled", "routed", "surrendered"):
        assert [("foes", 1.0, 0.0)] == turns(o.Left("wolf", how))


def test_a_loss_leaves_out_those_who_left() -> None:
    """Ben is dead; Ada, who left, counts neither before nor after."""
    assert [("party", 1.0, 0.0)] == turns(o.Left("ada", "retreated"), o.Died("ben", "a fall"))


def test_a_small_loss_is_no_turning_point() -> None:
    """6 of 17 HP are 0.18 of the party's 2 (a tenth is 0.2), 7 are more."""
    assert [] == turns(o.ScoreChanged("ada", "HP", 17, 11))
    ((side, before, after),) = turns(o.ScoreChanged("ada", "HP", 17, 10))
    assert ("party", 2.0, 1.794) == (side, before, round(after, 3))


def test_the_dead_count_in_the_full_strength_of_a_side() -> None:
    """The loss is measured against everybody who ever was on the side."""
    dead = (o.Died("ben", "a fall"), o.TurnEnded("party"), o.TurnBegan("party"))
    ((side, before, after),) = turns(*dead, o.ScoreChanged("ada", "HP", 17, 11))
    assert ("party", 2.0, 1.0) == (side, before, after)
