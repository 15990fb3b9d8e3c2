"""What follows from a fact that the referee has stated, so that everything still fits together
(ALL-01, PV-01, PV-17)."""

from __future__ import annotations

from events import statements as s
from events.outcomes import MaximumChanged, ScoreChanged
from events.vocabulary import Statement
from rulesets.paraverse.definition import STAMINA
from rulesets.paraverse.health import follow, forget_checks, settle, wake
from rulesets.paraverse.scene import Scene, most_stamina, stamina
from rulesets.steps import Play


def consequences(scene: Scene, stated: Statement) -> Play[None]:
    """What a statement brings with it; most bring nothing."""
    one = scene.one(stated.who)
    match stated:
        case s.SetScore(score="CON"):
            yield from _endurance(scene, stated)
        case s.SetScore(score=score) if score == STAMINA:
            yield from wake(one)
            yield from settle(one)
        case s.AddCondition() | s.EndCondition() | s.Kill() | s.Remove():
            yield from follow(one)
        case s.Revive() | s.Return():
            yield from forget_checks(one)
            yield from settle(one)


def _endurance(scene: Scene, stated: s.SetScore) -> Play[None]:
    """Another CON means another Endurance; Fatigue stays (PV-01)."""
    one = scene.one(stated.who)
    was, now = one.maxima[STAMINA], most_stamina(one)
    if now == was:
        return
    left = stamina(one)
    yield MaximumChanged(one.id, STAMINA, was, now, "CON")
    yield ScoreChanged(one.id, STAMINA, left, left + now - was, "CON")
    if now > was:
        yield from wake(one)
    yield from settle(one)
