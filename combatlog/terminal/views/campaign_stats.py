"""Statistics of a whole campaign: by player, and by person over all fights."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from combatlog.app.campaign import Campaign
from combatlog.app.identities import Member, members, persons
from combatlog.export.tables.campaign_totals import Part, Total, parts_of, totals
from combatlog.terminal.views.stats import told
from projections.queries.statistics import cells, statistics
from projections.queries.visibility import Audience
from replay.log.event_log import History


class Campaigns(NamedTuple):
    """The sums over all fights: how many fights, by player, by person. A person is known by the
    first fight and the id there."""

    fights: int
    players: dict[str, Total]
    people: dict[str, Total]


def of_campaign(campaign: Campaign, audience: Audience = "referee") -> Campaigns:
    """Return the sums over all fights, each as its line stands now."""
    players: list[Part] = []
    people: list[Part] = []
    everybody: list[Member] = []
    ids = campaign.store.fights()
    for number, id in enumerate(ids, start=1):
        found = statistics(History(campaign.store.read(id)).line_events())
        theirs, everybodys = parts_of(number, id, found, audience)
        players += theirs
        people += everybodys
        everybody += members(number, id, found.state)
    return Campaigns(len(ids), totals(players), totals(people, persons(everybody)))


def shown(found: Campaigns) -> Iterator[str]:
    """Yield a table by player and one by person, with the number of fights."""
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
