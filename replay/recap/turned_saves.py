"""Saves that might have gone the other way: of each, the nearest face that would have, where
somebody had fallen, stood or stayed otherwise by the end of that turn; of a defence or a clash in
melee, also where somebody had lost more or less. The turn is played again by the rules, with all
other dice as they fell. Where it needs a die that never fell, it is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from events.types.rolls import Purpose, Rolled
from projections.state.fight_state import FightState
from replay.log.event_log import History
from replay.odds.fates import find_fate
from replay.odds.plays import LinePlay
from replay.recap.reruns import Rerun, play_turn
from replay.recap.rescues import SAVES, DieRescue, list_other_faces
from rulesets.core.courses import Halt, Unplayable, judge_by_rules
from rulesets.core.registry import load_ruleset

CONTESTS: tuple[Purpose, ...] = ("defence", "melee")
"""The purposes of the dice that decide whether a blow hits."""

TURNED: tuple[Purpose, ...] = (*SAVES, "melee", "morale")
"""The purposes of the dice that are turned."""


class TurnedSave(NamedTuple):
    """A die of a save with the face that it might have had, the turn played again with it and on to
    the end of the round, and who would have fared otherwise by the end of the turn."""

    play: LinePlay
    die: DieRescue
    rerun: Rerun
    who: str


def find_turned_saves(
    history: History, plays: Sequence[LinePlay], known: frozenset[str]
) -> Iterator[TurnedSave]:
    """Yield the saves of the `known` that might have gone the other way, in their order."""
    for play in plays:
        for die in _list_dice(play, known):
            rerun = play_turn(history, plays, play, die)
            if rerun is None or not (who := find_otherwise(play, rerun, die)):
                continue
            if longer := play_turn(history, plays, play, die, beyond=True):
                yield TurnedSave(play, die, longer, who)


def _list_dice(play: LinePlay, known: frozenset[str]) -> list[DieRescue]:
    thrown = {
        event.asked: seq
        for seq, event in play.events
        if isinstance(event, Rolled) and event.asked.purpose in TURNED and event.asked.by in known
    }
    if not thrown:
        return []
    try:
        others = judge_by_rules(play.start.seq, lambda: list(list_other_faces(play.start)))
    except (Halt, Unplayable):
        return []
    found = []
    for asked, classes in others:
        if asked in thrown and classes:
            fell = play.start.fallen[asked]
            every = [face for faces in classes for face in faces]
            nearest = min(every, key=lambda face: abs(face - fell))
            about = (thrown[asked], asked.by, asked.die, asked.purpose, fell)
            found.append(DieRescue(*about, (nearest,), Fraction(1)))
    return found


def find_otherwise(play: LinePlay, rerun: Rerun, die: DieRescue) -> str:
    """Return who fared otherwise by the end of a turn, the one who threw the die if they did; of a
    die that decides whether a blow hits, also who lost more or less. Empty if nobody did."""
    state = rerun.history.state(len(rerun.history))
    ids = [die.by, *(id for id in state.combatants if id != die.by)]
    tells = [_tell_fate, _tell_scores] if die.purpose in CONTESTS else [_tell_fate]
    found = (id for tell in tells for id in ids if tell(id, state) != tell(id, play.after))
    return next(found, "")


def _tell_scores(id: str, state: FightState) -> object:
    one = state.combatants.get(id)
    return one and one.scores


def _tell_fate(id: str, state: FightState) -> object:
    one = state.combatants.get(id)
    if one is None:
        return None
    felled = load_ruleset(state.game.rules).lexicon(state.game).felled
    end = find_fate(one, one, felled).end
    return "up" if end in ("hurt", "unhurt") else end
