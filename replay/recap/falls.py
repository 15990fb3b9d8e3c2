"""Who fell in a fight, and the blows that led there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from events.types import outcomes as o
from events.types.unions import AnyEvent
from projections.state.fight_state import Combatant, FightState
from projections.state.fold import fold_one
from replay.odds.fates import Fate, find_fate
from replay.odds.plays import LinePlay
from rulesets.core.registry import load_ruleset


class Loss(NamedTuple):
    """A score that went down."""

    score: str
    was: int
    now: int


class Blow(NamedTuple):
    """Harm that somebody took: in event `seq`, from `by` with `weapon` (empty: from nobody, or for
    the reason `why`). `dealt` is what got through the armor; 0 where a score was lost without a
    blow. `wound` is the wound that it left."""

    seq: int
    round: int
    by: str
    weapon: str
    why: str
    dealt: int
    losses: tuple[Loss, ...] = ()
    wound: str = ""


class Fall(NamedTuple):
    """Somebody who went down (`down`) or died (`dead`) in event `seq`, and by what. `play` is the
    input with which it happened. `blows` are those since they were last whole, oldest first."""

    who: str
    end: Literal["down", "dead"]
    how: str
    seq: int
    round: int
    play: LinePlay
    blows: tuple[Blow, ...]


def find_falls(plays: Iterable[LinePlay]) -> Iterator[Fall]:
    """Yield everybody who fell in the plays of a line, in their order. Who went down and
    died later fell twice."""
    blows: dict[str, list[Blow]] = {}
    for play in plays:
        start = play.start.state
        felled = load_ruleset(start.game.rules).lexicon(start.game).felled if start.game else ()
        state = start.copied()
        ends = {id: _find_end(one, one, felled) for id, one in state.combatants.items()}
        for seq, event in play.events:
            fold_one(state, seq, event)
            _note_blow(blows, seq, event, state)
            if not isinstance(event, o.Died | o.ConditionBegan | o.ScoreChanged):
                continue
            one = state.combatants[event.who]
            before = start.combatants.get(event.who, one)
            fate = find_fate(before, one, felled)
            if fate.end not in ("down", "dead") or ends.get(event.who) in (fate.end, "dead"):
                continue
            ends[event.who] = fate.end
            how = one.how if fate.end == "dead" else fate.how
            taken = tuple(blows.get(event.who, ()))
            yield Fall(event.who, fate.end, how, seq, state.round, play, taken)


def _find_end(was: Combatant, now: Combatant, felled: Sequence[str]) -> str:
    fate: Fate = find_fate(was, now, felled)
    return fate.end


def _note_blow(blows: dict[str, list[Blow]], seq: int, event: AnyEvent, state: FightState) -> None:
    """Note what an event did to somebody; forget everything once they are whole again."""
    match event:
        case o.DamageDealt(to=to, by=by, weapon=weapon, why=why, dealt=dealt):
            blows.setdefault(to, []).append(Blow(seq, state.round, by, weapon, why, dealt))
        case o.ScoreChanged(who=who, score=score, was=was, now=now, why=why):
            own = blows.setdefault(who, [])
            if now > was:
                if _is_whole(state.combatants[who]):
                    own.clear()
                return
            if not own or (why and own[-1].dealt == 0):
                own.append(Blow(seq, state.round, "", "", why, 0))
            own[-1] = own[-1]._replace(losses=(*own[-1].losses, Loss(score, was, now)))
        case o.WoundTaken(who=who, wound=wound) if blows.get(who):
            own = blows[who]
            own[-1] = own[-1]._replace(wound=wound.label)


def _is_whole(one: Combatant) -> bool:
    return not one.wounds and all(
        one.scores[score] >= most for score, most in one.maxima.items() if score in one.scores
    )
