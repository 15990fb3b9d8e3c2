"""Statistics over all fights, by player and by person."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import msgspec

from projections.queries.statistics import Statistics, Tally
from projections.queries.visibility import Audience, StatisticsVisibility


class TallyShare(NamedTuple):
    """One fight's share in the statistics of a player or combatant: the fight's number, who it is
    (a player, or `fight/id` of a combatant), their name and player there, the tally, and whether
    part of it is hidden."""

    fight: int
    who: str
    name: str
    player: str
    tally: Tally
    hidden: bool = False


class Total(msgspec.Struct):
    """The statistics of a player or person over `fights` fights, with the name and player of the
    last."""

    name: str
    player: str
    fights: int = 0
    tally: Tally = msgspec.field(default_factory=Tally)
    hidden: bool = False


def list_shares(
    number: int, id: str, found: Statistics, audience: Audience = "referee"
) -> tuple[list[TallyShare], list[TallyShare]]:
    """Return the shares of fight `number` with id `id`: of its players, and of all its
    combatants."""
    unseen = StatisticsVisibility(found.state, audience)
    players = [
        TallyShare(number, player, player, player, tally, unseen.player(player))
        for player, tally in found.players.items()
    ]
    people = [
        TallyShare(
            number,
            f"{id}/{who}",
            one.name,
            one.player,
            found.combatants.get(who, Tally()),
            who in found.combatants and unseen.combatant(who),
        )
        for who, one in found.state.combatants.items()
    ]
    return players, people


def sum_shares(parts: Iterable[TallyShare], persons: Mapping[str, str] = {}) -> dict[str, Total]:
    """Return the sums of the shares, in the order of the fights: by player, or by person if
    `persons` says which combatants are the same (`combatlog.app.identities`)."""
    found: dict[str, Total] = {}
    last: dict[str, int] = {}
    for part in parts:
        key = persons.get(part.who, part.who)
        total = found.setdefault(key, Total(part.name, part.player))
        total.name, total.player = part.name, part.player
        total.fights += last.get(key) != part.fight
        total.tally.add(part.tally)
        total.hidden |= part.hidden
        last[key] = part.fight
    return found
