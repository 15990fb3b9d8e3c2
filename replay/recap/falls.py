"""Who fell in a fight, and the blows that led there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from events.types import outcomes as o
from events.types.declarations import EndFight
from events.types.unions import AnyEvent
from projections.state.fight_state import Combatant, FightState
from projections.state.fold import fold_one
from replay.odds.fates import Fate, find_fate
from replay.odds.plays import LinePlay
from replay.recap.steps import Step, read_step
from rulesets.core.registry import load_ruleset


class Loss(NamedTuple):
    """A score that went down."""

    score: str
    was: int
    now: int


class Blow(NamedTuple):
    """Harm that somebody took: in event `seq`, from `by` with `weapon` (empty: from nobody, or for
    the reason `why`). `dealt` is what got through the armor; 0 where a score was lost without a
    blow. `absorbed` is what armor kept off, `wound` the wound that it left. `after`: the fight had
    ended."""

    seq: int
    round: int
    by: str
    weapon: str
    why: str
    dealt: int
    losses: tuple[Loss, ...] = ()
    wound: str = ""
    after: bool = False
    absorbed: int = 0


class Fall(NamedTuple):
    """Somebody who went down (`down`) or died (`dead`) in event `seq`, and by what. `play` is the
    input with which it happened. `blows` are those since they were last whole, oldest first, and
    `steps` what stands between them.

    `later` is the time on the clock since the fight ended, None during the fight. `down` is the
    fall of one who lay and died: that of going down, which the blows until then led to."""

    who: str
    end: Literal["down", "dead"]
    how: str
    seq: int
    round: int
    play: LinePlay
    blows: tuple[Blow, ...]
    later: int | None = None
    down: Fall | None = None
    steps: tuple[Step, ...] = ()

    @property
    def new_blows(self) -> tuple[Blow, ...]:
        """The blows that no earlier fall has led there."""
        start = self.down.seq if self.down is not None else 0
        return tuple(blow for blow in self.blows if blow.seq > start)

    @property
    def leading_blows(self) -> tuple[Blow, ...]:
        """The new blows, or the last one where none came after an earlier fall."""
        return self.new_blows or self.blows[-1:]

    @property
    def leading_steps(self) -> tuple[Step, ...]:
        """The steps from the first of the leading blows on, behind an earlier fall."""
        first = self.leading_blows[0].seq if self.leading_blows else self.seq
        start = max(first, self.down.seq if self.down is not None else 0)
        return tuple(step for step in self.steps if step.seq >= start)

    @property
    def last_blow(self) -> Blow | None:
        """The blow that felled them; None where no blow of this input did."""
        seqs = {seq for seq, _ in self.play.events}
        return next((blow for blow in reversed(self.new_blows) if blow.seq in seqs), None)


def find_falls(plays: Iterable[LinePlay]) -> Iterator[Fall]:
    """Yield everybody who fell in the plays of a line, in their order. Who went down and
    died later fell twice."""
    blows: dict[str, list[Blow]] = {}
    fallen: dict[str, Fall] = {}
    steps: dict[str, list[Step]] = {}
    ended: int | None = None
    for play in plays:
        start = play.start.state
        felled = load_ruleset(start.game.rules).lexicon(start.game).felled if start.game else ()
        state = start.copied()
        ends = {id: _find_end(one, one, felled) for id, one in state.combatants.items()}
        for seq, event in play.events:
            fold_one(state, seq, event)
            _note_blow(blows, seq, event, state)
            _note_step(steps, blows, read_step(seq, event, state))
            if not isinstance(event, o.Died | o.ConditionBegan | o.ScoreChanged):
                continue
            one = state.combatants[event.who]
            before = start.combatants.get(event.who, one)
            fate = find_fate(before, one, felled)
            if fate.end not in ("down", "dead") or ends.get(event.who) in (fate.end, "dead"):
                continue
            how = one.how if fate.end == "dead" else fate.how
            taken = tuple(blows.get(event.who, ()))
            later = None if ended is None else state.clock - ended
            lay = fallen.pop(event.who, None) if ends.get(event.who) == "down" else None
            ends[event.who] = fate.end
            between = tuple(steps.get(event.who, ()))
            fallen[event.who] = Fall(
                event.who, fate.end, how, seq, state.round, play, taken, later, lay, between
            )
            yield fallen[event.who]
        if isinstance(play.start.declaration, EndFight):
            ended = state.clock  # its last round may have taken time, too


def _find_end(was: Combatant, now: Combatant, felled: Sequence[str]) -> str:
    fate: Fate = find_fate(was, now, felled)
    return fate.end


def _note_step(
    steps: dict[str, list[Step]], blows: dict[str, list[Blow]], found: tuple[str, Step] | None
) -> None:
    """Note a step of somebody who has been struck; forget all of those who are whole again."""
    if found is None:
        return
    who, step = found
    if blows.get(who):
        steps.setdefault(who, []).append(step)
    else:
        steps.pop(who, None)


def _note_blow(blows: dict[str, list[Blow]], seq: int, event: AnyEvent, state: FightState) -> None:
    """Note what an event did to somebody; forget everything once they are whole again."""
    match event:
        case o.DamageDealt(to=to, by=by, weapon=weapon, why=why, dealt=dealt):
            absorbed = max(0, event.rolled - dealt)
            blow = Blow(seq, state.round, by, weapon, why, dealt, (), "", state.ended, absorbed)
            blows.setdefault(to, []).append(blow)
        case o.ScoreChanged(who=who, score=score, was=was, now=now, why=why):
            own = blows.setdefault(who, [])
            if now > was:
                if _is_whole(state.combatants[who]):
                    own.clear()
                return
            if not own or (why and own[-1].dealt == 0):
                own.append(Blow(seq, state.round, "", "", why, 0, after=state.ended))
            own[-1] = own[-1]._replace(losses=(*own[-1].losses, Loss(score, was, now)))
        case o.WoundTaken(who=who, wound=wound) if blows.get(who):
            own = blows[who]
            own[-1] = own[-1]._replace(wound=wound.label)


def _is_whole(one: Combatant) -> bool:
    return not one.wounds and all(
        one.scores[score] >= most for score, most in one.maxima.items() if score in one.scores
    )
