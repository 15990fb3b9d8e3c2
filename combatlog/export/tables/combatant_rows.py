"""The rows of combatants, their scores and their wounds, at the end of the line."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from combatlog.export.tables.table_schema import Row
from events.types import outcomes as o
from events.types.declarations import Join
from events.types.sheets import Sheet, Wound
from events.types.unions import AnyEvent
from projections.queries.killer import KillTracker
from projections.queries.visibility import Audience, sees_numbers
from projections.state.fight_state import FightState
from projections.state.fold import fold_one
from projections.text.words import list_conditions


def build_combatant_rows(
    number: int, id: str, state: FightState, audience: Audience
) -> Iterator[Row]:
    """Yield a row for each combatant in fight `number`, whose id is `id`. One fight does not show
    who is the same person in others: until that is known, each is a person of their own."""
    for one in state.combatants.values():
        visible = sees_numbers(state, one.id, audience)
        yield (
            number,
            one.id,
            one.name,
            one.player,
            f"{id}/{one.id}",
            one.origin,
            one.side,
            one.kind,
            one.scale,
            one.standing,
            one.how,
            one.armor if visible else None,
            one.shield if visible else None,
            one.area,
            ", ".join(list_conditions(state, one)),
        )


class SheetsAndWounds(msgspec.Struct):
    """The sheets with which combatants joined, and all their wounds."""

    sheets: dict[str, Sheet] = {}
    wounds: list[WoundRecord] = []


class WoundRecord(msgspec.Struct):
    """A wound: the round and the event in which it was taken (None if it was brought along), who
    gave it, its last state, and whether it is healed."""

    who: str
    wound: Wound
    round: int | None = None
    seq: int | None = None
    given_by: str = ""
    healed: bool = False


def collect_sheets_and_wounds(events: Iterator[tuple[int, AnyEvent]]) -> SheetsAndWounds:
    """Return the sheets and wounds of a line."""
    state, sheets_and_wounds = FightState(), SheetsAndWounds()
    blame = KillTracker(state)
    for seq, event in events:
        fold_one(state, seq, event)
        blame.take(event)
        match event:
            case Join(sheet=sheet):
                sheets_and_wounds.sheets[sheet.id] = sheet
                sheets_and_wounds.wounds += [WoundRecord(sheet.id, wound) for wound in sheet.wounds]
            case o.WoundTaken(who=who, wound=wound):
                giver = blame.giver(who, wound.label)
                sheets_and_wounds.wounds.append(WoundRecord(who, wound, state.round, seq, giver))
            case o.WoundClosed(who=who, wound=label, healed=True):
                for had in sheets_and_wounds.wounds:
                    if (had.who, had.wound.label) == (who, label):
                        had.healed = True
    for had in sheets_and_wounds.wounds:
        last = state.combatants[had.who].wound(had.wound.label)
        had.wound = last if last is not None and not had.healed else had.wound
    return sheets_and_wounds


def build_score_rows(
    number: int, state: FightState, sheets_and_wounds: SheetsAndWounds, audience: Audience
) -> Iterator[Row]:
    """Yield a row for each score: its first value, its value now, its maximum."""
    for one in state.combatants.values():
        if sees_numbers(state, one.id, audience):
            first = sheets_and_wounds.sheets[one.id].scores
            for score, now in one.scores.items():
                yield number, one.id, score, first.get(score), now, one.maxima.get(score)


def build_wound_rows(number: int, sheets_and_wounds: SheetsAndWounds) -> Iterator[Row]:
    """Yield a row for each wound and scar in the order they came, including those from earlier
    fights."""
    for place, had in enumerate(sheets_and_wounds.wounds, start=1):
        wound = had.wound
        yield (
            number,
            place,
            had.who,
            wound.label,
            wound.name,
            wound.place,
            wound.grade,
            wound.text,
            "" if had.healed else wound.awaits,
            None if had.healed else wound.due,
            had.round,
            had.seq,
            had.given_by,
            int(had.seq is None),
            int(had.healed),
        )
