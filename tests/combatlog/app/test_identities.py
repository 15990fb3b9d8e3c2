"""Who is the same person, and what they come to over all fights."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from combatlog.app.identities import Member, identify_persons
from combatlog.export.tables.campaign_tables import TallyShare, build_campaign_tables, sum_shares
from combatlog.terminal.cli.main import cli
from combatlog.terminal.views.stats import render_campaign_stats, sum_campaign
from events.types.sheets import Kind
from projections.queries.statistics import Luck, Tally
from projections.queries.visibility import Audience
from rulesets.definitions.shipped import GAMES
from tests.combatlog.export.tables.campaigns import carry, in_memory, new, played, sql


def one(
    fight: int, id: str, origin: str = "", name: str = "", kind: Kind = "pc", player: str = ""
) -> Member:
    """Somebody in fight f1, f2 …"""
    return Member(fight, f"f{fight}/{id}", origin, name or id, kind, player)


def test_who_was_taken_over_is_who_they_were() -> None:
    """Through several fights, whatever they are called by then."""
    there = [one(1, "ada"), one(2, "ada", "f1/ada"), one(3, "adah", "f2/ada")]
    assert {"f1/ada"} == set(identify_persons(there).values())


def test_a_wolf_is_another_wolf_each_time_but_where_it_was_taken_over() -> None:
    """A creature's name says nothing of who it is."""
    wolves = [one(1, "wolf", kind="npc"), one(2, "wolf", kind="npc")]
    wolves.append(one(3, "wolf", "f1/wolf", kind="npc"))
    assert ["f1/wolf", "f2/wolf", "f1/wolf"] == [*identify_persons(wolves).values()]


def test_a_roster_that_begins_two_fights_brings_the_same_people() -> None:
    """By name, unless another player has them."""
    there = [one(1, "ada", player="Anna"), one(2, "ada", name="Ada", player="Anna")]
    there += [one(3, "ada", player="Bo"), one(3, "dov", kind="follower")]
    assert ["f1/ada", "f1/ada", "f3/ada", "f3/dov"] == [*identify_persons(there).values()]


def test_nobody_is_two_in_one_fight() -> None:
    """Who was taken over goes before whoever has only the name."""
    there = [one(1, "ada"), one(2, "ada"), one(2, "ada-2", "f1/ada", name="ada")]
    assert {"f1/ada": "f1/ada", "f2/ada-2": "f1/ada", "f2/ada": "f2/ada"} == identify_persons(there)


def test_an_origin_that_is_not_there_makes_a_person_of_their_own() -> None:
    """The fight they come from is in another campaign."""
    assert {"f1/ada": "f1/ada"} == identify_persons([one(1, "ada", "elsewhere/ada")])


def test_numbers_of_several_fights_are_added() -> None:
    """With the name and player of the last; fights count once."""
    parts = [
        TallyShare(1, "f1/ada", "Ada", "Anna", Tally(1, 1, 4, luck=Luck(1, 0.5, 5.25))),
        TallyShare(2, "f2/ada", "Adah", "Bo", Tally(2, 0, 0, 3, luck=Luck(2, -1.0, 10.5)), True),
    ]
    (total,) = sum_shares(parts, {"f2/ada": "f1/ada"}).values()
    assert ("Adah", "Bo", 2, True) == (total.name, total.player, total.fights, total.hidden)
    assert Tally(3, 1, 4, 3, luck=Luck(3, -0.5, 15.75)) == total.tally


@pytest.mark.slow
@pytest.mark.parametrize("audience", ["referee", "players"])
def test_the_tables_and_the_command_say_the_same(tmp_path: Path, audience: Audience) -> None:
    """Over all games and fights, for each audience."""
    campaign = in_memory()
    for seed, game in enumerate((*GAMES, *GAMES)):
        played(campaign, game, seed)
    found = sum_campaign(campaign, audience)
    build_campaign_tables(campaign, str(tmp_path / "t.db"), audience)
    query = "SELECT {}, fights, dealt, taken, absorbed, kills, saves_passed, dice, luck FROM {}"
    with sql(tmp_path / "t.db") as db:
        for key, table, totals_ in (
            ("person", "people", found.people),
            ("player", "all_players", found.players),
        ):
            assert {
                who: pytest.approx(rest) for who, *rest in db.execute(query.format(key, table))
            } == {
                who: [
                    each.fights,
                    each.tally.dealt,
                    each.tally.taken,
                    None if each.hidden else each.tally.absorbed,
                    each.tally.kills,
                    each.tally.passed,
                    each.tally.luck.dice,
                    each.tally.luck.excess,
                ]
                for who, each in totals_.items()
            }


def test_stats_of_a_whole_campaign(tmp_path: Path) -> None:
    """By player and by person; how many fights stands beside whoever was in several."""
    campaign = new(tmp_path / "a.combatlog")
    first, second = (played(campaign, "golden-idol", seed, 30, 0) for seed in (1, 2))
    who = next(id for id, each in first.state.combatants.items() if each.kind == "pc")
    there = carry(campaign, first, who, second)
    name = second.state.combatants[there].name
    lines = list(render_campaign_stats(sum_campaign(campaign)))
    assert 3 == sum(line.strip().startswith(f"{name}, 2 fights ") for line in lines)
    campaign.close()
    ran = CliRunner().invoke(cli, ["stats", "-c", str(tmp_path / "a.combatlog"), "--all", "--json"])
    data = json.loads(ran.output)
    assert (2, 2) == (data["fights"], data["people"][f"random1/{who}"]["fights"])
