"""What is read out of what was recorded."""

from __future__ import annotations

from typing import NamedTuple

from combatlog.app.fight import Fight
from combatlog.terminal.views import branches as moves
from combatlog.terminal.views import state as state_screen
from combatlog.terminal.views.correction import made
from combatlog.terminal.views.layout import sentence, seqs
from events.errors import CombatlogError
from events.store.envelope import Recorded
from events.types.corrections import Corrected
from events.types.declarations import Join, Resolve
from events.types.outcomes import TurnBegan
from events.types.unions import TurnAction
from projections.queries.state_diff import changes
from projections.state.fight_state import FightState
from projections.text.command_report import report
from projections.text.phrases import phrase, with_dice
from projections.text.words import capital, joined, side_words
from rulesets.core.registry import ruleset


class Answer(NamedTuple):
    """What a line came to: lines to read, the rows recorded, whether to leave; and what was refused
    of it all the same: of several typed dice the rest, of a correction that it is applied when
    others have recorded since it was shown."""

    lines: list[str]
    rows: list[Recorded] = []
    leave: bool = False
    refused: CombatlogError | None = None


_AWAITED = "Awaited: "


def told(fight: Fight, rows: list[Recorded], before: FightState | None = None) -> Answer:
    """Recorded rows as they are read out: an input alone as a phrase, a play as its report."""
    if not rows:
        return Answer([])
    state = fight.state
    if isinstance(rows[0].event, Corrected):
        return Answer([*made(fight.history, rows), *awaited_line(fight)], rows)
    if isinstance(rows[0].event, TurnAction) and len(rows) == 1:
        thrown = ruleset(state.game.rules).dice(state, rows[0].event)
        lines = [f"{capital(with_dice(rows[0].event, state, thrown))}."]
    else:
        lines = report((row.event for row in rows), state, before)
        if all(isinstance(row.event, Join) for row in rows):
            names = joined([row.event.sheet.name for row in rows])  # type: ignore[union-attr]
            lines = [f"{names} join{'s' if len(rows) == 1 else ''}."]
    if not lines and not state.awaited:
        lines = [_quiet(rows, state)]
    lines += awaited_line(fight)
    lines[-1] += f"  [{seqs(rows[0].seq, rows[-1].seq)}]"
    return Answer(lines, rows)


def moved(fight: Fight, verb: str, before: FightState, rows: list[Recorded]) -> Answer:
    """What a move of the head took back or brought back, or (no verb) where it led."""
    history = fight.history
    start, end = history.position(rows[0].seq - 1), history.position(rows[-1].parent)
    if verb:
        older, newer = sorted((start, end))
        words = f"{verb}: {moves.between(history, fight.state, older, newer)}"
    else:
        words = f"Now at #{end}, after: {moves.command_words(history, fight.state, end)}"
    lines = [f"{sentence(words)}{_still_declared(fight)}", *_changed(fight, before)]
    return Answer(lines + awaited_line(fight), rows)


def fallen(fight: Fight, rows: list[Recorded], before: FightState) -> list[str]:
    """What the dice of a group, now all there, brought about."""
    return [line for line in told(fight, rows, before).lines if not line.startswith(_AWAITED)]


def dice(fight: Fight, rows: list[Recorded]) -> list[str]:
    """Dice of a group that is not whole yet."""
    said = "; ".join(phrase(row.event, fight.state) for row in rows)
    return [f"{capital(said)}.  [{seqs(rows[0].seq, rows[-1].seq)}]"]


def awaited_line(fight: Fight) -> list[str]:
    """The dice that are awaited, if any are."""
    awaited = state_screen.awaited(fight.state)
    return [f"{_AWAITED}{', '.join(awaited)}."] if awaited else []


def _changed(fight: Fight, before: FightState) -> list[str]:
    """What the move did to the numbers."""
    differences = changes(before, fight.state)
    return [f"{' · '.join(differences)}."] if differences else []


def _still_declared(fight: Fight) -> str:
    names = dict.fromkeys(
        fight.state.combatants[each.action.by].name for each in fight.state.pending
    )
    if not names or fight.state.awaited:
        return ""
    return f" {joined(list(names))} {'are' if len(names) > 1 else 'is'} still declared."


def _quiet(rows: list[Recorded], state: FightState) -> str:
    """A command of which there is nothing else to tell: a turn that passes, a plain input."""
    for row in rows:
        if isinstance(row.event, TurnBegan):
            return f"{capital(side_words(row.event.side))}: the turn passes, nobody does anything."
    if isinstance(rows[0].event, Resolve):
        return f"Round {state.round}: nobody does anything."
    return capital(phrase(rows[0].event, state)) + "."
