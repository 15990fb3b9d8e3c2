"""Statistics of a fight and of a campaign as lines of a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from combatlog.app.campaign import Campaign
from combatlog.app.highlights import TITLES, list_highlights
from combatlog.app.identities import Member, identify_persons, list_members
from combatlog.app.turning_points import find_turning_points, locate_turning_point
from combatlog.export.tables.campaign_tables import TallyShare, Total, list_shares, sum_shares
from combatlog.terminal.views.layout import bold, dim, render_table
from projections.narrative.phrasebook import load_phrasebook
from projections.queries.rounds import WHOLE, Rounds
from projections.queries.statistics import (
    DAMAGE,
    DEALT_COLUMNS,
    HEADS,
    LUCK,
    OTHER_COLUMNS,
    TAKEN_COLUMNS,
    compute_statistics,
    do_players_differ,
    format_tally,
    name_rows,
    sort_tallies,
)
from projections.queries.visibility import Audience, StatisticsVisibility
from replay.log.event_log import History


def render_statistics(
    history: History, audience: Audience = "referee", rounds: Rounds = WHOLE
) -> Iterator[str]:
    """Yield the highlights, a table by combatant, one by player if it says something else, and the
    turning points, of these rounds. For players, hidden numbers are left out."""
    statistics = compute_statistics(history.line_events(), rounds)
    if not statistics.combatants:
        yield "  Nobody has done anything yet."
        return
    unseen = StatisticsVisibility(statistics.state, audience, statistics.strangers)
    names = name_rows(statistics)
    for each in list_highlights(history, audience, rounds):
        where = f" (#{each.seq})" if each.seq else ""
        yield f"  {TITLES[each.kind]}: {each.said}{where}"
    veiled = unseen.anybody()
    yield from render_tally_table(
        "Combatants",
        [
            (names[id], format_tally(tally, unseen.combatant(id), veiled))
            for id, tally in sort_tallies(statistics.combatants)
        ],
    )
    if do_players_differ(statistics):
        players = sort_tallies(statistics.players)
        yield from render_tally_table(
            "Players",
            [(name, format_tally(tally, unseen.player(name), veiled)) for name, tally in players],
        )
    yield dim(DAMAGE)
    yield dim(LUCK)
    if turns := find_turning_points(history.line_events(), audience, rounds):
        yield bold("Turning points")
        yield from (f"  {locate_turning_point(turn)}" for turn in turns)
        yield dim(load_phrasebook().one("page.strength"))


def render_tally_table(title: str, rows: list[tuple[str, list[str]]]) -> list[str]:
    """Return the tables of statistics with a name in each row: what they dealt, what they took, the
    others; on a narrow terminal several, one below the other."""
    lines, start = [], 0
    for what, columns in _TABLES.items():
        end = start + len(columns)
        table = [
            ["", *(HEADS.get(name, name) for name in columns)],
            *([name, *numbers[start:end]] for name, numbers in rows),
        ]
        lines += [bold(f"{title}: {what}"), *render_table(table)]
        start = end
    return lines


_TABLES = {
    "damage dealt": DEALT_COLUMNS,
    "damage taken": TAKEN_COLUMNS,
    "attacks, saves, luck": OTHER_COLUMNS,
}
"""The tables of tallies in the order of `COLUMNS`, by their titles."""


class CampaignTotals(NamedTuple):
    """The sums over all fights: how many fights, by player, by person. A person is known by the
    first fight and the id there."""

    fights: int
    players: dict[str, Total]
    people: dict[str, Total]


def sum_campaign(campaign: Campaign, audience: Audience = "referee") -> CampaignTotals:
    """Return the sums over all fights, each as its line stands now."""
    players: list[TallyShare] = []
    people: list[TallyShare] = []
    everybody: list[Member] = []
    ids = campaign.store.fights()
    for number, id in enumerate(ids, start=1):
        statistics = compute_statistics(History(campaign.store.read(id)).line_events())
        theirs, everybodys = list_shares(number, id, statistics, audience)
        players += theirs
        people += everybodys
        everybody += list_members(number, id, statistics.state)
    return CampaignTotals(
        len(ids), sum_shares(players), sum_shares(people, identify_persons(everybody))
    )


def render_campaign_stats(totals: CampaignTotals) -> Iterator[str]:
    """Yield a table by player and one by person, with the number of fights."""
    if not totals.people:
        yield "  Nobody has done anything yet."
        return
    if totals.players:
        yield from render_tally_table("Players", _build_rows(totals.players))
    yield from render_tally_table("People", _build_rows(totals.people))
    yield dim(DAMAGE)
    yield dim(LUCK)


def _build_rows(every: Mapping[str, Total]) -> list[tuple[str, list[str]]]:
    return [
        (_name(each), format_tally(each.tally, each.hidden, each.veiled)) for each in every.values()
    ]


def _name(total: Total) -> str:
    player = f" ({total.player})" if total.player not in ("", total.name) else ""
    fights = f", {total.fights} fights" if total.fights > 1 else ""
    return f"{total.name}{player}{fights}"
