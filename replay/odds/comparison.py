"""How a fight went against playouts of it: worse, as badly or better for the players' side.

First the dead of the players' side count, then its other losses, then by how much stronger it was
than the others at the end. Whoever left of their own will is no loss.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import NamedTuple, TypeAlias

from events.errors import Refused
from events.types.declarations import BeginRound, EndFight
from events.types.outcomes import RoundBegan
from events.types.unions import Declaration
from projections.queries.strength import has_left_unbeaten, measure_strength
from projections.state.fight_state import Combatant, FightState
from replay.cores import Progress
from replay.log.event_log import History
from replay.odds.blocks import run_blocks
from replay.odds.playouts import play_out
from replay.odds.repeats import repeat
from rulesets.core.courses import judge_by_rules
from rulesets.core.registry import load_ruleset
from rulesets.definitions.shipped import is_newer

Verdict: TypeAlias = tuple[int, int, float]
"""How badly a fight went: dead, other losses, and how much stronger the others are."""


class PlayedFight(NamedTuple):
    """A fight as it was played. `before` is the moment before its first round, `opening` how that
    began, `declarations` what was said from then on, `after` the fight before it was ended."""

    before: FightState
    opening: BeginRound
    declarations: tuple[Declaration, ...]
    after: FightState


class Comparison(NamedTuple):
    """How playouts went against the fight: the numbers of those that went worse, as badly and
    better. `said` is the part of the declarations that could be said again; 1 for a policy."""

    playouts: int
    worse: int
    alike: int
    better: int
    said: float = 1.0


def find_played_fight(history: History) -> PlayedFight:
    """Return what is compared of a fight; raise `Refused` if it had no round, or only one side, or
    if a newer version of the rules played it."""
    if is_newer(history.state(len(history)).game):
        raise Refused(
            "A newer version of the game's rules played this fight; this version of combatlog"
            " cannot play it out."
        )
    rows = list(history.on_line(len(history)))
    begun = next((row for row in rows if isinstance(row.event, RoundBegan)), None)
    if begun is None:
        raise Refused("This fight has had no round that could be compared.")
    first = next(at for at, row in enumerate(rows) if row.seq == begun.cause)
    last = next((at for at, row in enumerate(rows) if isinstance(row.event, EndFight)), len(rows))
    before, after = history.state(rows[first - 1].seq), history.state(rows[last - 1].seq)
    if len({one.side in before.players for one in before.combatants.values()}) < 2:
        raise Refused("When the first round began, only one side had joined.")
    said = tuple(row.event for row in rows[first:last] if isinstance(row.event, Declaration))
    assert isinstance(said[0], BeginRound), "a round begins by this declaration"
    return PlayedFight(before, said[0], said, after)


def compare_with_policy(
    fight: PlayedFight,
    policy: str,
    playouts: int,
    seed: int = 0,
    cores: int = 0,
    progress: Progress | None = None,
) -> Comparison:
    """Compare a fight with playouts by a policy, for as many rounds."""
    task = partial(_play_block, fight.before, fight.opening, fight.after.round, policy)
    return _compare(fight, task, playouts, seed, cores, progress)


def compare_with_repeats(
    fight: PlayedFight,
    playouts: int,
    seed: int = 0,
    cores: int = 0,
    progress: Progress | None = None,
) -> Comparison:
    """Compare a fight with its own declarations, said again with other dice."""
    task = partial(_repeat_block, fight.before, fight.declarations)
    return _compare(fight, task, playouts, seed, cores, progress)


_Block: TypeAlias = tuple[Counter[Verdict], int]
"""How often each verdict came, and how many declarations were said."""


def _compare(
    fight: PlayedFight,
    task: Callable[[Random, int], _Block],
    playouts: int,
    seed: int,
    cores: int,
    progress: Progress | None,
) -> Comparison:
    verdicts: Counter[Verdict] = Counter()
    said = 0
    for counted, times in run_blocks(task, playouts, seed, cores, progress):
        verdicts.update(counted)
        said += times
    own = judge(fight.before, fight.after)
    worse = sum(times for verdict, times in verdicts.items() if verdict > own)
    alike = verdicts[own]
    every = playouts * len(fight.declarations)
    return Comparison(playouts, worse, alike, playouts - worse - alike, said / every if said else 1)


def _play_block(
    before: FightState, opening: BeginRound, rounds: int, policy: str, random: Random, count: int
) -> _Block:
    def play() -> FightState:
        return play_out(before, opening, rounds, policy, random)

    every = (judge_by_rules(before.seq + 1, play) for _ in range(count))
    return Counter(judge(before, after) for after in every), 0


def _repeat_block(
    before: FightState, declarations: Sequence[Declaration], random: Random, count: int
) -> _Block:
    verdicts: Counter[Verdict] = Counter()
    times = 0
    for _ in range(count):
        after, said = judge_by_rules(before.seq + 1, partial(repeat, before, declarations, random))
        verdicts[judge(before, after)] += 1
        times += said
    return verdicts, times


def judge(before: FightState, after: FightState) -> Verdict:
    """Return how badly a fight went for those of the players' sides who were in it `before`."""
    felled = load_ruleset(before.game.rules).lexicon(before.game).felled
    dead = lost = 0
    lead = 0.0
    for id, was in before.combatants.items():
        if was.standing != "in":
            continue
        now = after.combatants[id]
        is_own = was.side in before.players
        lead += _measure(now) if is_own else -_measure(now)
        if is_own:
            dead += now.standing == "dead"
            lost += _is_lost(now, felled)
    return dead, lost, round(-lead, 6)


def _is_lost(one: Combatant, felled: Sequence[str]) -> bool:
    """Return whether a combatant who lives is down, or left the fight beaten."""
    if one.standing == "gone":
        return not has_left_unbeaten(one)
    return one.standing == "in" and bool(one.find_felling(felled))


def _measure(one: Combatant) -> float:
    return measure_strength(one) if one.standing == "in" or has_left_unbeaten(one) else 0.0
