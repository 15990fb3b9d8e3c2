"""The numbers and the recap of lines that were undone, and of what-ifs: the page tells them while
one is watched."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from combatlog.app.recap_as_data import convert_recap
from combatlog.export.html_replay import line_data
from combatlog.export.html_replay.recap_data import collect_recap
from combatlog.simulation.run import play_fight
from combatlog.terminal.views.stats import render_statistics
from events.store.memory import MemoryStore
from events.types.declarations import BeginRound, Resolve
from events.types.statements import SetScore, SetTrait
from projections.queries.statistics import compute_statistics
from replay.log.branches import list_branches
from replay.log.event_log import History
from tests.combatlog.export.html_replay.looking import open_pane
from tests.combatlog.export.html_replay.reading import (
    data_of,
    example,
    page_data,
    render_page,
    rows_of,
    states_of,
    what_ifs_of,
)
from tests.support.browser import Watched
from tests.support.given import Given, attack, given, npc, pc
from tests.support.random_fights import seeded_fight

_EXAMPLES = ["hold-seven", "the-toll", "black-sails", "bridge"]


def _find_undone(history: History) -> int:
    """Return the last event of the only undone branch."""
    (tip,) = (each.tip for each in list_branches(history) if not each.current)
    return tip


@pytest.mark.slow
def test_players_get_none_where_a_number_is_hidden() -> None:
    """What was dealt in a blow that was undone would tell it: the page has it nowhere else."""
    assert page_data(example("hold-seven"), "referee")["lines"]
    assert not page_data(example("hold-seven"), "players")["lines"]


@pytest.mark.slow
@pytest.mark.parametrize("name", _EXAMPLES)
def test_an_undone_line_has_its_own_numbers_and_recap(name: str) -> None:
    """They are those of the fight as it stood at the end of that line."""
    history = example(name)
    tip = _find_undone(history)
    then = History(history.rows[:tip])
    numbers, recap = page_data(history)["lines"][str(tip)]
    tallies = compute_statistics([(row.seq, row.event) for row in history.on_line(tip)]).combatants
    attacks = {row[0].split(" (")[0]: int(row[11]) for row in numbers["combatants"]}
    assert sum(attacks.values()) == sum(tally.attacks for tally in tallies.values())
    assert page_data(then)["numbers"] == numbers
    falls = sorted(moment[0] for fall in recap["falls"] for moment in fall[1])
    assert [fall["seq"] for fall in convert_recap(then, "referee")["falls"]] == falls
    line = {row.seq for row in history.on_line(tip)}
    assert {*falls, *(blow[6] for blow in numbers["blows"])} <= line


@pytest.mark.slow
@pytest.mark.parametrize("name", _EXAMPLES)
def test_a_what_if_has_its_own_numbers_and_recap(name: str) -> None:
    """They tell of what it shares with the fight, and of its own events. Who lies on the stage at
    its end fell there; who would have been saved did not fall as in the fight."""
    page = render_page(example(name), audience="referee")
    data, states = data_of(page), states_of({"rows": rows_of(page)})
    what_ifs = what_ifs_of(data)
    assert {str(each["tip"]) for each in what_ifs} < {*data["lines"]}
    fallen = {}
    for nth, each in enumerate(what_ifs):
        numbers, recap = data["lines"][str(each["tip"])]
        own = {*range(each["tip"] + 1 - len(each["rows"]), each["tip"] + 1)}
        moments = [moment[0] for fall in recap["falls"] for moment in fall[1]]
        told = [*moments, *(blow[6] for blow in numbers["blows"])]
        assert {*told} <= own | {*range(1, each["from"] + 1)}
        assert sorted({*moments}) == [seq for seq, _ in recap["fallen"]]  # each once
        blows = [(blow[6], *blow[:3]) for blow in numbers["blows"]]
        assert len({*blows}) == len(blows)
        lie = {
            int(who)
            for who, shown in states[each["tip"]].items()
            if shown.get("look") in ("down", "dead")
        }
        assert lie <= {who for _, who in recap["fallen"]}
        fallen[nth] = {*moments}
    undone = [data["lines"][str(tip)][1] for tip in {each["on"] for each in data["lineWhatIfs"]}]
    for recap in (data["recap"], *undone):
        for fall in recap["falls"]:
            for seq, _, _, rescues, *_ in fall[1]:
                assert not any(seq in fallen[place] for _, place in rescues)


def test_a_what_if_is_told_by_the_numbers_that_its_events_have_on_the_page() -> None:
    """Words name them, too. What would have saved somebody is told where they fell before it."""
    data = page_data(example("hold-seven"))
    (each,) = (each for each in data["whatIfs"] if "Ines had rolled" in each["name"])
    _, recap = data["lines"][str(each["tip"])]
    ours = {fall[0]: fall[1] for fall in recap["falls"]}
    assert f"(#{ours['Tam'][0][0]})" in ours["Tam"][0][1]
    assert ours["Tam"][0][0] > len(data["rows"])
    then = {fall[0]: fall[1] for fall in data["recap"]["falls"]}
    assert then["Drone"] == ours["Drone"] and then["Drone"][0][3]


def test_a_name_with_a_number_stays_as_it_is() -> None:
    """It names no event."""
    names = ["Wolf #7", "Ada"]
    fight = given(
        "golden-idol", pc("Ada", "3/0/10/10/10", axe="d8"), npc("Wolf #7", "9/0/9/9/9", fang="d12")
    )
    fight.when(BeginRound("ambushed"), attack("wolf-7", "ada"), Resolve())
    fight.rolls("wolf-7 d12=12", "ada d20=19")
    data = page_data(fight.fight.history)
    assert data["lines"]
    for numbers, _ in data["lines"].values():
        assert names == sorted((row[0] for row in numbers["combatants"]), reverse=True)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 5))
def test_a_line_that_left_an_undone_line_has_its_own_rolls(seed: int) -> None:
    """Those of what both share with the present line, and all of its own."""
    fight, random = seeded_fight(MemoryStore(), "golden-idol", seed), Random(seed)
    play_fight(fight, random, 12)
    begun = len(fight.history)
    play_fight(fight, random, 40)
    fight.rewind(begun + (len(fight.history) - begun) * 3 // 4)
    play_fight(fight, random, 20)
    fight.rewind(begun)
    play_fight(fight, random, 30)
    history = fight.history
    data = page_data(history)
    assert any("apart" in each for each in data["story"]["branches"])
    for tip in _list_told(history):
        _, recap = data["lines"][str(tip)]
        anew = collect_recap(History(history.rows[:tip]), "referee")
        for part in ("rolls", "missed", "left", "calls", "turns"):
            assert anew[part] == recap[part]
        assert [fall[1][-1][:3] for fall in anew["falls"]] == [
            fall[1][-1][:3] for fall in recap["falls"]
        ]


@pytest.mark.slow
def test_many_what_ifs_have_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor have those of a long log. Else all of them have."""
    history = example("hold-seven")
    data = page_data(history)
    tips = [each["tip"] for each in what_ifs_of(data)]
    assert tips == [tip for tip in _list_all(history) if tip > len(history)]
    monkeypatch.setattr(line_data, "MOST_ROWS_OF_A_WHAT_IF", len(history) // 2)
    assert not [tip for tip in _list_all(history) if tip > len(history)]
    monkeypatch.setattr(line_data, "MOST_ROWS_OF_A_WHAT_IF", len(history))
    monkeypatch.setattr(line_data, "MOST_ROWS_FOR_WHAT_IFS", len(history))
    assert not [tip for tip in _list_all(history) if tip > len(history)]


def _wolf(hp: int, armor: int = 0) -> Given:
    """Return a fight with a wolf that has these hidden numbers."""
    wolf = npc("Wolf", f"{hp}/{armor}/10/9/9", fang="d6")
    return given("golden-idol", pc("Ada", axe="d8"), pc("Ben", axe="d12"), wolf)


def _join_party(fight: Given, hp: int = 6) -> None:
    """Let the wolf be known from now on, with the same numbers whatever it had."""
    fight.when(
        SetScore("wolf", "HP", hp, maximum=hp),
        SetScore("wolf", "STR", 10, maximum=10),
        SetTrait("wolf", "armor", "0"),
        SetTrait("wolf", "side", fight.one("ada").side),
    )


def _roll_all(fight: Given, faces: dict[str, int]) -> None:
    while fight.state.awaited:
        fight.fight.roll(faces[fight.fight.find_awaited_die().die])


def _compare_pages(fights: Iterable[Given]) -> list[bool]:
    """Return in which parts the pages for players are the same."""
    one, other = (page_data(fight.fight.history, "players") for fight in fights)
    same = [one[part] == other[part] for part in ("rows", "story", "lines", "recap")]
    return [*same[:3], what_ifs_of(one) == what_ifs_of(other), same[3]]


def test_players_do_not_read_what_was_hidden_on_a_line_that_ends_openly() -> None:
    """The wolf was a stranger when it was struck, on a line that was undone after it had joined."""

    def play(hp: int) -> Given:
        fight = _wolf(hp)
        begun = len(fight.fight.history)
        fight.when(attack("ada", "wolf"), Resolve())
        _roll_all(fight, {"d8": 7, "d20": 2})
        _join_party(fight)
        fight.fight.rewind(begun)
        _join_party(fight)
        return fight

    assert [True] * 5 == _compare_pages(map(play, (4, 5)))
    assert not page_data(play(4).fight.history, "players")["lines"]


def test_players_do_not_read_the_close_call_of_one_who_was_a_stranger_then() -> None:
    """Its numbers are known now, and they were others."""

    def play(hp: int) -> Given:
        fight = _wolf(hp)
        fight.when(attack("ada", "wolf"), Resolve())
        _roll_all(fight, {"d8": 7, "d20": 2})
        _join_party(fight)
        return fight

    assert [True] * 5 == _compare_pages(map(play, (4, 5)))


def test_players_do_not_read_what_a_blow_cost_one_who_was_a_stranger_then() -> None:
    """The wolf lost what it had, and that was less than the blow; since then it is one of theirs,
    with other numbers."""

    def play(grit: int) -> Given:
        wolf = npc("Wolf", f"{grit}/0/10/8/8", fang="d6")
        fight = given("brighter-worlds", pc("Ada", "4/0/10/10/10", axe="d8"), wolf)
        fight.when(attack("ada", "wolf"), Resolve())
        _roll_all(fight, {"d8": 8, "d10": 10})
        fight.when(
            SetScore("wolf", "Grit", 6, maximum=6),
            SetScore("wolf", "STR", 10, maximum=10),
            SetTrait("wolf", "side", fight.one("ada").side),
        )
        return fight

    fights = [play(4), play(5)]
    one, other = (page_data(fight.fight.history, "players")["numbers"] for fight in fights)
    assert one == other
    assert "(4 lost)" in str(page_data(fights[0].fight.history, "referee")["numbers"]["best"])
    tables = ["\n".join(render_statistics(fight.fight.history, "players")) for fight in fights]
    assert tables[0] == tables[1]


def test_players_do_not_read_with_which_armor_a_stranger_joined() -> None:
    """From what would have saved it, when it falls as one of theirs."""

    def play(armor: int) -> Given:
        fight = _wolf(4, armor)
        _join_party(fight, 4)
        fight.when(SetTrait("ben", "side", "foes"), attack("ben", "wolf"), Resolve())
        _roll_all(fight, {"d12": 9, "d20": 19})
        return fight

    assert [True] * 5 == _compare_pages(map(play, (0, 2)))


def test_players_do_not_watch_what_hidden_numbers_decide_behind_a_fall() -> None:
    """The wolf falls as one of theirs, and is a stranger later in the same round: the what-if that
    saves it would go on with its hidden numbers."""

    def play(strength: int) -> Given:
        fight = _wolf(6)
        fight.when(SetTrait("wolf", "side", fight.one("ada").side))
        fight.when(SetTrait("ben", "side", "foes"), attack("ben", "wolf"), Resolve())
        _roll_all(fight, {"d12": 9, "d20": 19})
        fight.when(SetTrait("wolf", "side", "wild"), SetScore("wolf", "STR", strength))
        fight.when(attack("ada", "wolf"), Resolve())
        _roll_all(fight, {"d8": 5, "d20": 8})
        return fight

    fights = [play(12), play(9)]
    rows, _, _, what_ifs, _ = _compare_pages(fights)
    assert rows and what_ifs


def _list_all(history: History) -> list[int]:
    """Return the last events of the lines of which the page tells."""
    return [int(tip) for tip in page_data(History(history.rows))["lines"]]


def _list_told(history: History) -> list[int]:
    """Return the last events of the undone lines of which the page tells."""
    return [tip for tip in _list_all(history) if tip <= len(history)]


@pytest.mark.slow
def test_the_newest_lines_of_a_short_log_have_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others would make the page too slow to write."""
    fight, random = seeded_fight(MemoryStore(), "golden-idol", 1), Random(1)
    for _ in range(3):
        play_fight(fight, random, 60)
        fight.rewind(len(fight.history) // 2)
        play_fight(fight, random, 10)
    history = fight.history
    tips = sorted((each.tip for each in list_branches(history) if not each.current), reverse=True)
    assert tips == _list_told(history)
    monkeypatch.setattr(line_data, "MOST_LINES", 2)
    assert tips[:2] == _list_told(history)
    monkeypatch.setattr(line_data, "MOST_ROWS_FOR_LINES", tips[0])
    assert tips[:1] == _list_told(history)
    monkeypatch.setattr(line_data, "MOST_ROWS_FOR_LINES", tips[0] - 1)
    assert not _list_told(history)


def _read_panes(page: Watched) -> dict[str, Any]:
    """Return what the panes tell, and the marks of the graph."""
    told = {}
    for name in ("numbers", "recap"):
        open_pane(page, name)
        told[name] = page.page.locator(f"#pane-{name}").inner_text()
    marks = page.page.locator("#strength .mark").evaluate_all("(all) => all.map((it) => it.title)")
    return {**told, "marks": marks}


def test_the_panes_tell_of_the_line_that_is_watched(page: Watched, tmp_path: Path) -> None:
    """As it stands, the reavers' captain went down in round 4 of Black Sails; on the line that was
    undone in round 2. Whoever goes back finds everything as it was."""
    history = example("black-sails")
    page.open(render_page(history, audience="referee"), tmp_path)
    page.page.keyboard.press("End")
    before = _read_panes(page)
    assert "Captain Brasidas went down in round 4" in before["recap"]
    open_pane(page, "story")
    page.page.locator(".fork-watch").click()
    page.page.keyboard.press("End")
    watched = _read_panes(page)
    assert "Captain Brasidas went down in round 2" in watched["recap"]
    assert "the whole line" in watched["numbers"]
    assert "the whole fight" not in watched["numbers"]
    assert "the whole fight" in before["numbers"]
    assert watched["marks"] != before["marks"]
    for name in ("numbers", "recap"):
        said = page.page.locator(f"#pane-{name} .given").all_text_contents()
        assert {"of what you watch"} == {*said}
    link = page.page.locator("#overview a", has_text="Captain Brasidas")
    open_pane(page, "recap")
    link.click()  # it stays on that line
    assert page.page.locator("#watched").is_visible()
    assert "Captain Brasidas" in page.page.locator("#event").inner_text()
    open_pane(page, "story")
    here = page.page.locator(".beat.present .to-pane")
    assert 1 == here.count()  # the recap of this line
    page.page.locator("#back").click()
    page.page.keyboard.press("End")
    assert before == _read_panes(page)
    assert not page.errors


def test_the_panes_tell_of_the_what_if_that_is_watched(page: Watched, tmp_path: Path) -> None:
    """In the fight, Phaidra died in round 2 of Black Sails; in the first what-if she lives."""
    page.open(render_page(example("black-sails"), audience="referee"), tmp_path)
    page.page.keyboard.press("End")
    before = _read_panes(page)
    assert "Phaidra died" in before["recap"]
    open_pane(page, "recap")
    page.page.locator("#falls .what-if").first.click()
    page.page.keyboard.press("End")
    watched = _read_panes(page)
    assert "Phaidra went down" in watched["recap"] and "Phaidra died" not in watched["recap"]
    assert "the whole line" in watched["numbers"]
    said = page.page.locator("#pane-numbers .given").all_text_contents()
    assert {"of what you watch"} == {*said}
    page.page.locator("#back").click()
    page.page.keyboard.press("End")
    assert before == _read_panes(page)
    assert not page.errors


def test_the_way_back_from_a_what_if_leads_to_the_line_it_was_chosen_on(
    page: Watched, tmp_path: Path
) -> None:
    """To the moment of the undone line, with the recap open; from there to the fight."""
    page.open(render_page(example("hold-seven"), audience="referee"), tmp_path, "#seq=100")
    page.page.locator(".fork-watch").first.click()
    page.page.keyboard.press("Space")
    moment = page.page.locator("#event")
    undone, name = moment.get_attribute("data-seq"), page.page.locator("#watched-name").inner_text()
    open_pane(page, "recap")
    page.page.locator("#falls .what-if").first.click()
    assert "What if" in page.page.locator("#watched-name").inner_text()
    page.page.locator("#back").click()
    assert name == page.page.locator("#watched-name").inner_text()
    assert undone == moment.get_attribute("data-seq")
    assert "true" == page.page.locator("#tab-recap").get_attribute("aria-selected")
    page.page.locator("#back").click()
    assert not page.page.locator("#watched").is_visible()
    assert not page.errors


def test_undone_events_among_the_others_have_one_entry(page: Watched, tmp_path: Path) -> None:
    """Their beats stand there: the line needs no entry of its own."""
    page.open(render_page(example("black-sails"), audience="referee"), tmp_path)
    forks = page.page.locator("#story .fork")
    assert 1 == forks.count()
    page.page.locator("#undone").check()
    assert not forks.count()
    page.page.locator("#undone").uncheck()
    assert 1 == forks.count()
    assert not page.errors


def test_the_recap_says_what_cannot_be_watched(page: Watched, tmp_path: Path) -> None:
    """Of who falls in a what-if."""
    page.open(render_page(example("hold-seven"), audience="referee"), tmp_path)
    open_pane(page, "recap")
    page.page.locator("#falls .what-if").first.click()
    open_pane(page, "recap")
    tam = page.page.locator("#falls > li", has_text="Tam went down")
    assert "is not told of a what-if" in tam.inner_text()
    page.page.locator("#back").click()
    open_pane(page, "recap")
    assert "is not told of a what-if" not in page.page.locator("#falls").inner_text()
    assert not page.errors
