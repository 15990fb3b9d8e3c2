"""The longer fights of the Cairn family: each shows what such a fight is made of."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from combatlog.app.examples import find_example
from events.types.declarations import Attack, Join, Retreat
from events.types.log_events import HeadMoved, Noted
from events.types.outcomes import (
    Aided,
    AttackRolled,
    DamageDealt,
    Died,
    Left,
    MaximumChanged,
    Overruled,
    RoundBegan,
    SaveRolled,
    WoundTaken,
)
from events.types.rolls import Rolled
from tests.examples.given import (
    Stands,
    block,
    out,
    recorded,
    stands,
    telling,
    told,
    whole,
)

LONG = ["bridge-ambush", "black-sails", "hold-seven"]


class Contents(NamedTuple):
    """What a longer fight shows."""

    scar: tuple[str, int]
    gains: tuple[str, int, int]
    criticals: tuple[str, ...]
    dead: tuple[str, ...]
    routed: str
    fled: str
    undone: tuple[str, ...]
    overruled: tuple[str, str]
    aided: tuple[str, str]


CONTENTS = {
    "bridge-ambush": Contents(
        scar=("ada", 4),
        gains=("HP", 4, 8),
        criticals=("dee",),
        dead=("mask-priest",),
        routed="cult-mob",
        fled="rhinoceros",
        undone=("can Ben reach it from there?", "Cho hangs under the planks"),
        overruled=("CF-02", "he slides down the guide rope"),
        aided=("edo", "dee"),
    ),
    "black-sails": Contents(
        scar=("myrine", 7),
        gains=("TEK", 11, 15),
        criticals=("harpyia", "dion", "captain-brasidas"),
        dead=("phaidra",),
        routed="reaver-crew",
        fled="harpyia-2",
        undone=("the mist blinds both",),
        overruled=("CF-18", "Lykos carries her"),
        aided=("lykos", "dion"),
    ),
    "hold-seven": Contents(
        scar=("orlo", 3),
        gains=("HP", 3, 7),
        criticals=("ines", "tam", "drone-2"),
        dead=("drone", "tam"),
        routed="hatchling-swarm",
        fled="queen",
        undone=("Orlo's suit is sealed",),
        overruled=("CF-26", "a straight line down an empty hold"),
        aided=("bix", "ines"),
    ),
}


@pytest.mark.parametrize("name", LONG)
def test_a_longer_fight_is_a_real_fight(name: str) -> None:
    """Four rounds, four player characters and more, a follower and a detachment; told in 30 to
    70 lines."""
    sheets = [join.sheet for join in told(name, Join)]
    assert {"pc", "follower", "npc"} == {sheet.kind for sheet in sheets}
    assert 4 <= sum(sheet.kind == "pc" for sheet in sheets)
    assert ["detachment"] == [sheet.scale for sheet in sheets if sheet.scale != "individual"]
    assert [1, 2, 3, 4] == [event.number for event in told(name, RoundBegan)]
    assert 30 <= len(find_example(name).script.read_text("utf-8").splitlines()) <= 70


@pytest.mark.parametrize("name", LONG)
def test_a_longer_fight_has_openings_of_both_kinds(name: str) -> None:
    """Some player characters act before their opponents, some do not."""
    assert {True, False} == {save.passed for save in told(name, SaveRolled, purpose="opening")}


@pytest.mark.clause("CF-14", "CF-16", "CF-17", "CF-18")
@pytest.mark.parametrize("name", LONG)
def test_a_longer_fight_has_a_scar_critical_damage_and_a_death(name: str) -> None:
    """The scar's row is the damage that brought a player character to exactly 0; who had
    critical damage and who died is who should have."""
    contents = CONTENTS[name]
    wounds = told(name, WoundTaken)
    assert [contents.scar] == [(e.who, e.wound.row) for e in wounds if e.wound.row]
    who, row = contents.scar
    assert row in [damage.dealt for damage in told(name, DamageDealt, to=who)]
    assert contents.criticals == tuple(e.who for e in wounds if e.wound.name == "critical damage")
    assert contents.dead == tuple(event.who for event in told(name, Died))


@pytest.mark.clause("CF-18")
@pytest.mark.parametrize("name", LONG)
def test_a_longer_fight_ends_with_the_scars_delayed_roll(name: str) -> None:
    """What the scar waited for has come, its dice fall, and the maximum changes by them."""
    who, _ = CONTENTS[name].scar
    assert {who} == {roll.by for roll in told(name, Rolled, purpose="recovery")}
    (change,) = told(name, MaximumChanged)
    assert (who, *CONTENTS[name].gains) == (change.who, change.score, change.was, change.now)


@pytest.mark.clause("CF-20", "CF-22", "CF-25")
@pytest.mark.parametrize("name", LONG)
def test_a_longer_fight_has_a_rout_and_a_flight(name: str) -> None:
    """The detachment is routed by critical damage, and somebody flees by failed morale."""
    contents = CONTENTS[name]
    assert {(contents.routed, "routed"), (contents.fled, "fled")} == {
        (event.who, event.how) for event in told(name, Left)
    }
    broken = told(name, SaveRolled, who=contents.routed, purpose="critical")
    assert [False] == [save.passed for save in broken]
    shaken = told(name, SaveRolled, who=contents.fled, purpose="morale")
    assert False is shaken[-1].passed


@pytest.mark.clause("CF-22")
def test_the_captain_does_not_get_away() -> None:
    """A retreat has a destination and an agility save: failed, he stays where he is."""
    assert ["the black ship"] == [event.to for event in told("black-sails", Retreat)]
    (save,) = told("black-sails", SaveRolled, purpose="retreat")
    assert (10, 13, False) == (save.against, save.face, save.passed)


@pytest.mark.parametrize("name", LONG)
def test_a_longer_fight_takes_a_ruling_back(name: str) -> None:
    """The undo has its reason, and so has what the referee overruled; the note is kept."""
    contents = CONTENTS[name]
    assert contents.undone == tuple(
        dict.fromkeys(event.why for event in recorded(name, HeadMoved) if event.why)
    )
    assert [contents.overruled] == [(event.clause, event.why) for event in told(name, Overruled)]
    assert 1 == len(recorded(name, Noted))


@pytest.mark.parametrize(
    ("name", "who", "then", "now"),
    [
        ("bridge-ambush", "cho", Stands("0/0/14/12", "3/9/14/12", "dead"), "0/7/14/12"),
        ("black-sails", "captain-brasidas", out("0/5/10/11", "6/12/10/11"), "1/12/10/11"),
        ("hold-seven", "orlo", "0/8/9/11", "0/12/9/11"),
    ],
)
def test_the_corrected_ruling_comes_out_differently(
    name: str, who: str, then: Stands | str, now: str
) -> None:
    """On the line that was left it stands as first ruled; on the one that goes on, as corrected."""
    fight = whole(name)
    left, current = fight.list_branches()
    assert (False, True) == (left.current, current.current)
    before = fight.compute_state(left.tip).combatants[who]
    assert then == (stands(before) if isinstance(then, Stands) else block(before.scores))
    scores = {
        block(state.combatants[who].scores)
        for state in (fight.compute_state(seq) for seq in range(current.start, current.tip + 1))
    }
    assert now in scores
    assert "dead" != fight.state.combatants[who].standing


@pytest.mark.clause("CF-09", "CF-10", "CF-12", "CF-21")
@pytest.mark.parametrize("name", LONG)
def test_a_longer_fight_shows_the_kinds_of_attack(name: str) -> None:
    """Impaired and enhanced with a reason given at the table, a pool, a blast of a weapon and
    the sweep of a detachment."""
    attacks = told(name, AttackRolled)
    said = {
        each.modifier
        for each in attacks
        if any("detachment" not in ground.why for ground in each.grounds)
    }
    assert {"enhanced", "impaired"} <= said
    assert {"", "enhanced", "impaired"} == {each.modifier for each in attacks}
    assert [] != [damage for damage in told(name, DamageDealt) if damage.dropped]
    crowd = CONTENTS[name].routed
    areas = [attack.by for attack in told(name, Attack) if len(attack.targets) > 1]
    assert crowd in areas
    assert [] != [by for by in areas if by != crowd]


@pytest.mark.clause("CF-14")
@pytest.mark.parametrize("name", LONG)
def test_a_longer_fight_shows_aid(name: str) -> None:
    """Aid is given to somebody who can only crawl, and rest brings them back."""
    by, who = CONTENTS[name].aided
    assert [(by, who)] == [(event.by, event.who) for event in told(name, Aided)]
    one = whole(name).state.combatants[who]
    assert ([], []) == (one.conditions, one.wounds)


@pytest.mark.clause("CF-14")
def test_tam_lives_exactly_an_hour() -> None:
    """His hour runs from the second round: at 50 minutes he lives, at 70 he is dead."""
    standing = {
        line: fight.state.combatants["tam"].standing
        for line, fight in telling(find_example("hold-seven"))
    }
    assert "in" == standing["time 50 min: cutting through the ducts"]
    assert "dead" == standing["time 20 min: the last bulkhead"]
    (wound,) = [e.wound for e in told("hold-seven", WoundTaken, who="tam")]
    assert 10 + 3600 == wound.due


@pytest.mark.clause("CF-18", "CF-24")
def test_rest_alone_does_nothing_for_orlo() -> None:
    """Deprived he gains nothing from rest until the hours have passed."""
    hp = [
        fight.state.combatants["orlo"].scores["HP"]
        for line, fight in telling(find_example("hold-seven"))
        if line in ("rest", "4")
    ]
    assert [0, 0, 7] == hp
