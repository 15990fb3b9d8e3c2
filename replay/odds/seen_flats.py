"""What is added to the dice of weapons, as far as players have seen it."""

from __future__ import annotations

from collections.abc import Iterable

from events.types.outcomes import AttackRolled, DamageDealt
from projections.queries.visibility import may_read
from replay.odds.plays import LinePlay
from replay.odds.stand_ins import Flats


def list_seen_flats(plays: Iterable[LinePlay]) -> Flats:
    """Return what was added to dice, where players saw both the die and the damage that it came to;
    not where this differs."""
    found: dict[tuple[str, str], set[int]] = {}
    for play in plays:
        kept: dict[tuple[int, str, str, str], int] = {}
        for _, event in play.events:
            match event:
                case AttackRolled(by=by, target=target, weapon=weapon, faces=faces) if faces:
                    kept[event.attack, by, target, weapon] = max(faces)
                case DamageDealt(by=by, to=to, weapon=weapon, rolled=rolled):
                    face = kept.get((event.attack, by, to, weapon))
                    if face is not None and may_read(event, play.after, "players"):
                        found.setdefault((by, weapon), set()).add(rolled - face)
    return {weapon: flats.pop() for weapon, flats in found.items() if len(flats) == 1}
