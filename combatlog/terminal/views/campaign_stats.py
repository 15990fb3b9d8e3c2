"""Statistics of a whole campaign on the screen: by player, and by person from fight to fight."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from combatlog.app.campaign import Campaign
from combatlog.app.identities import Member, members, persons
from combatlog.export.tables.campaign_totals import Part, Total, parts_of, totals
from combatlog.terminal.views.stats import told
from projections.queries.statistics import cells
from projections.queries.visibility import Audience
from replay.log.event_log import History
from replay.log.line_statistics import tallies


class Campaigns(NamedTuple):
    """What all fights come to: how many there are, by player, by person (the first fight they were
    in and their id there)."""

    fights: int
    players: dict[str, Total]
    people: dict[str, Total]


def of_campaign(campaign: Campaign, audience: Audience = "referee") -> Campaigns:
    """The sums over all fights, each of its line as it stands, corrected."""
    players: list[Part] = []
    people: list[Part] = []
    everybody: list[Member] = []
    ids = campaign.store.fights()
    for number, id in enumerate(ids, start=1):
        found = tallies(History(campaign.store.read(id)))
        theirs, everybodys = parts_of(number, id, found, audience)
        players += theirs
        people += everybodys
        everybody += members(number, id, found.state)
    return Campaigns(len(ids), totals(players), totals(people, persons(everybody)))


def shown(found: Campaigns) -> Iterator[str]:
    """A table by player and one by person, those of several fights with how many."""
    if not found.people:
        yield "  Nobody has done anything yet."
        return
    if found.players:
        yield from told("Players", _rows(found.players))
    yield from told("People", _rows(found.people))


def _rows(every: Mapping[str, Total]) -> list[tuple[str, list[str]]]:
    return [(_name(each), cells(each.tally, each.hidden)) for each in every.values()]


def _name(total: Total) -> str:
    player = f" ({total.player})" if total.player not in ("", total.name) else ""
    fights = f", {total.fights} fights" if total.fights > 1 else ""
    return f"{total.name}{player}{fights}"
