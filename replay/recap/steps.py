"""What stands between the blows that led to a fall: saves, aid, and what was regained."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from events.types import outcomes as o
from events.types.unions import AnyEvent
from projections.state.fight_state import FightState
from projections.text.words import describe_purpose

StepKind = Literal["save", "aid", "gain"]

_SAVES = ("critical", "effect-save", "scar-save", "defence", "death")
"""The purposes of saves and checks that stand between blows."""


class Step(NamedTuple):
    """In event `seq`: a `save` on a score, or a check in words (`what`), that somebody passed or
    not with `face` against a number (`against`; 0: without a roll); `aid` that `by` gave them; a
    score (`what`) that went up from `was` to `now`. `after`: the fight had ended."""

    seq: int
    round: int
    kind: StepKind
    by: str = ""
    what: str = ""
    passed: bool = False
    face: int = 0
    against: int = 0
    was: int = 0
    now: int = 0
    after: bool = False


def read_step(seq: int, event: AnyEvent, state: FightState) -> tuple[str, Step] | None:
    """Return whose step an event is, and the step; None for other events."""
    number, after = state.round, state.ended
    match event:
        case o.SaveRolled(purpose=purpose) if purpose in _SAVES:
            step = Step(seq, number, "save", "", event.score, event.passed, event.face)
            return event.who, step._replace(against=event.against, after=after)
        case o.CheckRolled(purpose=purpose) if purpose in _SAVES:
            face = event.value if event.faces else 0
            what = describe_purpose(purpose) if purpose == "death" else f"{event.what} check"
            step = Step(seq, number, "save", "", what, event.passed, face)
            return event.who, step._replace(against=event.against, after=after)
        case o.Aided():
            return event.who, Step(seq, number, "aid", event.by, after=after)
        case o.ScoreChanged(was=was, now=now) if now > was:
            step = Step(seq, number, "gain", "", event.score, after=after)
            return event.who, step._replace(was=was, now=now)
    return None


def hide_numbers(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Return steps without their numbers."""
    plain = (step._replace(face=0, against=0, was=0, now=0) for step in steps)
    return tuple(step for step in plain if step.kind != "gain")
