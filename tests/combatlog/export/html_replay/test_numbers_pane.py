"""The numbers on the page: statistics and damage of any rounds, by source and target."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from combatlog.app.examples import list_examples
from combatlog.app.highlights import TITLES, list_highlights
from combatlog.app.recap import PLAIN_COLUMNS, SHARE_COLUMNS, list_damage
from combatlog.export.html_replay import line_data
from combatlog.simulation.run import play_fight
from events.store.memory import MemoryStore
from projections.queries.breakdown import list_blows
from projections.queries.rounds import AFTER, Rounds
from projections.queries.statistics import (
    compute_statistics,
    do_players_differ,
    format_tally,
    name_rows,
    sort_tallies,
)
from projections.queries.visibility import Audience, StatisticsVisibility
from replay.log.event_log import History
from rulesets.definitions.shipped import GAMES
from tests.combatlog.export.html_replay.looking import open_pane
from tests.combatlog.export.html_replay.reading import example, page_data, render_page
from tests.support.browser import Watched
from tests.support.random_fights import seeded_fight

CELLS = """(table) => [...table.querySelectorAll("tbody tr")].map((row) =>
    [...row.children].map((cell) => cell.textContent))"""


def choose(page: Watched, **chosen: str) -> None:
    """Choose in the lists with these ids (`_` for `-`)."""
    for id, value in chosen.items():
        page.page.locator(f"#{id.replace('_', '-')}").select_option(value)


def read(page: Watched, table: str) -> list[list[str]]:
    """Return the cells of a table."""
    cells: list[list[str]] = page.page.locator(table).first.evaluate(CELLS)
    return cells


def tell(history: History, audience: Audience, rounds: Rounds) -> list[list[str]]:
    """Return the rows of `combatlog stats --rounds`, who cost others the most first: what others
    lost and they lost themselves, felled, killed; the rest of both, as far as any of it is known;
    and the rest, hits as a part of attacks. Where it is not known what others lost, what was dealt
    and taken stands in its place. Falls, kills, aid and saves are left out where nobody has any."""
    found = compute_statistics(history.line_events(), rounds)
    unseen = StatisticsVisibility(found.state, audience, found.strangers)
    veiled = unseen.anybody()
    whole = compute_statistics(history.line_events())
    tallies = sort_tallies(found.combatants)
    cells = [[*format_tally(tally, unseen.combatant(id), veiled)] for id, tally in tallies]
    names = [name_rows(whole)[id] for id, _ in tallies]
    known = {at for at in range(10) if any(row[at] != "?" for row in cells)}
    main = [3, 9] if 3 in known else [2, 8]
    more = [at for at in (0, 1, 2, 3, 6, 7, 8, 9) if at in known and at not in main]
    told = [at for at in (4, 5, 12, 13) if any(row[at] not in ("0", "–") for row in cells)]
    fates, rest = [at for at in told if at < 12], [at for at in told if at >= 12]
    order = [*main, *fates, *more, 11, *rest, 14, 15]
    for row in cells:
        row[11] = f"{row[11]} of {row[10]}" if row[10] != "0" else "–"
    rows = [*zip(names, cells, strict=True)]
    if 3 in known:
        rows.sort(key=lambda each: (-int(each[1][3]), -int(each[1][9])))
    return [[name, *(row[at] for at in order)] for name, row in rows]


def read_statistics(page: Watched) -> list[list[str]]:
    """Return the rows of the tables of combatants, side by side, without the harm that nobody
    did."""
    tables = page.page.locator("#numbers table")
    read = [tables.nth(at).evaluate(CELLS) for at in range(tables.count())]
    if not read:
        return []
    rows = [[row for row in table if row[0] in {each[0] for each in read[-1]}] for table in read]
    assert all([row[0] for row in table] == [row[0] for row in rows[0]] for table in rows)
    return [
        [first[0], *(cell for row in (first, *others) for cell in row[1:])]
        for first, *others in zip(*rows, strict=True)
    ]


@pytest.mark.parametrize("audience", ["players", "referee"])
def test_the_page_has_the_numbers_of_every_span(
    page: Watched, tmp_path: Path, audience: Audience
) -> None:
    """Statistics and damage are those of the terminal for the same rounds."""
    history = example("bridge-ambush")
    page.open(render_page(history, audience=audience), tmp_path)
    open_pane(page, "numbers")
    last = history.state(len(history)).round
    assert last > 1
    for first in range(last + 2):
        for until in (*range(first, last + 2), None):
            chosen = "" if until is None else str(until)
            choose(page, first_round="0", last_round="")
            choose(page, last_round=chosen)
            choose(page, first_round=str(first))
            rounds = Rounds(*(AFTER if each == last + 1 else each for each in (first, until)))
            assert tell(history, audience, rounds) == read_statistics(page)
            for dimension, shares in list_damage(history, audience, rounds).items():
                choose(page, dimension=dimension)
                plain = SHARE_COLUMNS if audience == "referee" else PLAIN_COLUMNS
                if audience == "referee" and dimension != "round":
                    shares = sorted(shares, key=lambda each: -each[1].lost)
                is_all_lost = all(share.dealt == share.lost for _, share in shares)
                columns = sorted(plain, key=lambda each: each != "lost")
                if is_all_lost and audience == "referee":
                    columns.remove("dealt")
                expected = [
                    [name, *(str(getattr(share, each)) for each in columns)]
                    for name, share in shares
                ]
                if all(row[-1] == row[-2] for row in expected):
                    expected = [row[:-1] for row in expected]  # every blow got through
                assert expected == (read(page, "#damage table") if expected else [])


def test_the_damage_is_that_of_a_source_and_a_target(page: Watched, tmp_path: Path) -> None:
    """Chosen together, only the blows of the one at the other count; where there are none, a
    sentence says so."""
    history = example("bridge-ambush")
    page.open(render_page(history, audience="referee"), tmp_path)
    open_pane(page, "numbers")
    numbers = page_data(history)["numbers"]
    struck = {(blow[0], blow[1]) for blow in numbers["blows"]}
    sources, targets = ({blow[at] for blow in numbers["blows"]} for at in (0, 1))
    for source in sorted(sources):
        for target in sorted(targets):
            choose(page, source=str(source), target=str(target), dimension="target")
            if (source, target) not in struck:
                assert "Nobody was struck there." == page.page.locator("#damage").inner_text()
                continue
            blows = [blow for blow in numbers["blows"] if (blow[0], blow[1]) == (source, target)]
            name = numbers["names"]["target"][target]
            dealt = sum(blow[7] for blow in blows)
            cells = read(page, "#damage table")[0]
            lost = sum(blow[9] for blow in blows)
            columns = (0, 4, 5) if dealt != lost else (0, 1, 4)  # what was dealt is lost
            assert [name, str(dealt), str(len(blows))] == [cells[at] for at in columns]


STANDING = """() => {
    const pane = document.querySelector("#pane-numbers");
    const top = pane.getBoundingClientRect().top;
    const box = document.querySelector("#filter");
    const places = [];
    for (const at of [300, 500, 700]) {
        pane.scrollTop = at;
        places.push(Math.round(box.getBoundingClientRect().top - top));
    }
    return places;
}"""

WIDE = """() => [...document.querySelectorAll("#pane-numbers .scroller")]
    .filter((each) => each.scrollWidth > each.clientWidth).length"""


def test_the_numbers_fit_and_their_rounds_stay(page: Watched, tmp_path: Path) -> None:
    """At 1280 no table scrolls sideways; the rounds stay at the top while the tables scroll; the
    chart has a row for each combatant, sides together."""
    history = example("the-toll-at-the-ford")
    page.page.set_viewport_size({"width": 1280, "height": 800})
    page.open(render_page(history, audience="referee"), tmp_path)
    controls = page.page.locator("#controls").bounding_box()
    open_pane(page, "numbers")
    assert 0 == page.page.evaluate(WIDE)
    assert 1 == len({*page.page.evaluate(STANDING)})
    now = page.page.locator("#controls").bounding_box()
    assert controls and now
    assert controls["y"] == now["y"]
    names = page.page.locator("#chart bdi").all_text_contents()
    assert ["Wren", "Tor", "Gil", "Mira"] == names[:4]
    assert {"Ogre", "Raider"} == set(names[4:])


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_the_rounds_add_up_to_the_fight(game: str) -> None:
    """Every number of every combatant, also of those who change their player."""
    fight = seeded_fight(MemoryStore(), game, 7)
    play_fight(fight, Random(7), 120, doubts=0.15)
    found = compute_statistics(fight.history.line_events())
    sums = {id: type(tally)() for id, tally in found.combatants.items()}
    for (_, id, _), tally in found.parts.items():
        sums[id].add(tally)
    assert found.combatants == sums


def test_players_read_no_absorbed_damage() -> None:
    """It tells the armor of those whose numbers they do not know."""
    numbers = page_data(example("bridge-ambush"), "players")["numbers"]
    hidden = {at for at, row in enumerate(numbers["combatants"]) if row[8] == "?"}
    assert hidden
    assert all(["?", "?", "?"] == [row[at] for at in (1, 2, 4)] for row in numbers["combatants"])
    assert all(["?", "?"] == [numbers["combatants"][who][at] for at in (7, 10)] for who in hidden)
    assert all(len(blow) == 8 for blow in numbers["blows"])
    for tally in numbers["tallies"]:
        padded = list(tally) + 16 * [0]
        stopped, cost, absorbed, lost = (padded[at] for at in (3, 5, 8, 10))
        assert not stopped and not cost
        assert tally[1] not in hidden or not (absorbed or lost)


@pytest.mark.parametrize("audience", ["players", "referee"])
def test_the_highlights_lead_to_their_events(
    page: Watched, tmp_path: Path, audience: Audience
) -> None:
    """Those of the terminal. On top is who cost others and lost the most, as the table counts it;
    players read who dealt and took the most. A sum of many events leads to the hardest of these
    blows."""
    history = example("hold-seven")
    page.open(render_page(history, audience=audience), tmp_path)
    open_pane(page, "numbers")
    told = list(list_highlights(history, audience))
    assert [*TITLES] == [each.kind for each in told]
    tiles = page.page.locator("#glance li:nth-child(-n+2), #best li")
    said = tiles.all_text_contents()
    first = 0 if audience == "players" else 2
    assert [f"{TITLES[each.kind]}{each.said}" for each in told][first:] == said[first:]
    links = tiles.locator("a").evaluate_all("(all) => all.map((each) => each.hash)")
    blows = list(list_blows(history.line_events()))
    if first:
        assert ["Cost others the mostSefa (Noor), 25", "Lost the mostDrone, 18"] == said[:first]
        assert 25 == sum(blow.lost for blow in blows if blow.by == "sefa")
        assert 18 == sum(blow.lost for blow in blows if blow.to == "drone")
    for each, link in [*zip(told, links, strict=True)][first:]:
        own = [blow for blow in blows if each.who == (blow.to if each.kind == "taken" else blow.by)]
        assert f"#seq={each.seq or max(own, key=lambda blow: blow.dealt).seq}" == link


def test_a_number_opens_to_the_events_that_it_counts(page: Watched, tmp_path: Path) -> None:
    """Of what was dealt, taken, and of a row of the damage; only those of the chosen rounds; a
    second tap closes them. A tap on one leads there."""
    history = example("bridge-ambush")
    page.open(render_page(history, audience="referee"), tmp_path)
    open_pane(page, "numbers")
    blows = [blow for blow in list_blows(history.line_events()) if blow.dealt]
    tallies = sort_tallies(compute_statistics(history.line_events()).combatants)
    rows = sorted(tallies, key=lambda each: (-each[1].cost, -each[1].lost))
    for nth, (id, _) in enumerate(rows):
        for at, name in enumerate(("by", "to")):
            row = page.page.locator("#numbers tbody").first.locator("tr").nth(nth)
            bar = row.locator(f"td:nth-child({at + 2}) button")
            expected = [f"#seq={each.seq}" for each in blows if getattr(each, name) == id]
            assert bool(expected) == bool(bar.count())
            if expected:
                bar.click()
                assert expected == page.page.locator("#numbers .causes a").evaluate_all(HASHES)
                assert "true" == bar.get_attribute("aria-expanded")
                bar.click()
            assert 0 == page.page.locator("#numbers .causes").count()
    choose(page, first_round="2", last_round="2", dimension="round")
    page.page.locator("#damage tbody button").click()
    links = page.page.locator("#damage .causes a")
    struck = [blow.seq for blow in list_blows(history.line_events(), Rounds(2, 2))]
    assert [f"#seq={seq}" for seq in struck] == links.evaluate_all(HASHES)
    links.last.click()
    page.page.wait_for_url("**#seq=*")
    beats = [beat["e"] for beat in page_data(history)["story"]["beats"]]
    assert min(seq for seq in beats if seq >= struck[-1]) == int(page.page.url.split("=")[-1])


HASHES = "(all) => all.map((each) => each.hash)"


def test_bars_are_in_one_scale(page: Watched, tmp_path: Path) -> None:
    """The greatest number of the main columns fills its bar; each other one its part of it."""
    history = example("bridge-ambush")
    page.open(render_page(history, audience="referee"), tmp_path)
    open_pane(page, "numbers")
    bars = (
        page.page.locator("#numbers tbody")
        .first.locator(".share")
        .evaluate_all(
            """(all) => all.map((each) =>
            [Number(each.textContent),
             Number(each.querySelector(".dealt").getAttribute("width"))])"""
        )
    )
    most = max(number for number, _ in bars)
    assert most
    assert [pytest.approx(100 * number / most) for number, _ in bars] == [part for _, part in bars]


@pytest.mark.parametrize("name", ["bridge-ambush", "black-sails"])
def test_players_have_rows_only_where_they_say_more(
    page: Watched, tmp_path: Path, name: str
) -> None:
    """Else the player stands beside the name of their combatant."""
    history = example(name)
    differ = do_players_differ(compute_statistics(history.line_events()))
    assert differ == (name == "black-sails")
    page.open(render_page(history, audience="referee"), tmp_path)
    open_pane(page, "numbers")
    captions = page.page.locator("#numbers caption").all_text_contents()
    assert (6 if differ else 3) == len(captions)
    assert differ == any(caption.startswith("Players") for caption in captions)
    assert differ != ("Ada (Anna)" in [row[0] for row in read(page, "#numbers table")])


def test_the_tables_say_of_which_rounds_they_are(page: Watched, tmp_path: Path) -> None:
    """What came after the fight is a choice where there is something of it, and counts to no
    round."""
    history = example("bridge-ambush")
    page.open(render_page(history, audience="referee"), tmp_path)
    open_pane(page, "numbers")
    caption = page.page.locator("#numbers caption").first
    assert "Combatants, the whole fight" == caption.text_content()
    choose(page, first_round="2", last_round="3")
    assert "Combatants, R2 to R3" == caption.text_content()
    choose(page, last_round="2")
    assert "By weapon, R2" == page.page.locator("#damage caption").text_content()
    choose(page, last_round="", first_round="5")
    assert "afterwards" in (caption.text_content() or "")
    unended = example("aniet-and-the-black-destroyer")
    assert not page_data(unended)["numbers"]["after"]


def test_harm_that_nobody_did_is_named_by_its_reason(page: Watched, tmp_path: Path) -> None:
    """Its row and its choice say what it was."""
    history = example("hold-seven")
    page.open(render_page(history, audience="referee"), tmp_path)
    open_pane(page, "numbers")
    choose(page, dimension="source")
    rows = [name for name, *_ in read(page, "#damage table")]
    assert "steam from the cut line" in rows
    assert "steam from the cut line" in page.page.locator("#source").inner_text()
    choose(page, dimension="side")
    assert "no attacker" in [name for name, *_ in read(page, "#damage table")]


CUT = """() => [...document.querySelectorAll("#pane-numbers select")].filter((select) => {
    const box = select.getBoundingClientRect();
    const pane = document.querySelector("#pane-numbers").getBoundingClientRect();
    const free = select.cloneNode(true);
    Object.assign(free.style, { position: "absolute", maxWidth: "none", width: "auto" });
    select.after(free);
    const whole = free.getBoundingClientRect().width;
    free.remove();
    return box.width < whole - 1 || box.left < pane.left || box.right > pane.right;
}).map((select) => select.id)"""


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844), (320, 568)])
@pytest.mark.parametrize("name", ["the-courier-run", "black-sails", "bridge-ambush"])
def test_choices_and_statistics_are_whole(
    page: Watched, tmp_path: Path, name: str, width: int, height: int
) -> None:
    """On a desktop and on phones: no list of choices is cut, no table but the lanes scrolls
    sideways."""
    page.page.set_viewport_size({"width": width, "height": height})
    page.open(render_page(example(name), audience="referee"), tmp_path)
    open_pane(page, "numbers")
    assert [] == page.page.evaluate(CUT)
    scrolls = page.page.evaluate(
        """() => [...document.querySelectorAll("#numbers .scroller, #damage .scroller")]
            .filter((each) => each.scrollWidth > each.clientWidth).length"""
    )
    assert 0 == scrolls


SUMS = """() => [...document.querySelectorAll("#numbers tfoot")].slice(0, 2)
    .map((foot) => [...foot.querySelectorAll("td")].map((cell) => cell.textContent))"""

LANES = """() => [...document.querySelectorAll("#lanes tbody b")]
    .reduce((sum, cell) => sum + Number(cell.textContent.slice(1)), 0)"""


STORY = """() => [...document.querySelectorAll("#story .cost .loss")]
    .reduce((sum, loss) => sum + (Number(loss.textContent.slice(1)) || 0), 0)"""


@pytest.mark.parametrize("name", [each.name for each in list_examples()])
def test_the_numbers_add_up(page: Watched, tmp_path: Path, name: str) -> None:
    """In each row what was rolled less what armor kept off is what was dealt. The sums by source
    and by target are the same: of what was lost, rolled, kept off, and dealt or taken. What was
    lost is what the story tells, and the lanes; a sentence above says how it came to that."""
    history = example(name)
    page.open(render_page(history, audience="referee"), tmp_path)
    open_pane(page, "numbers")
    for row in page.page.locator("#numbers table").nth(1).evaluate(CELLS):
        for rolled, armor, dealt in (row[1:4], row[4:7]):
            assert rolled == "" or int(rolled) - int(armor) == int(dealt)
    sums, by_armor = page.page.evaluate(SUMS)
    assert sums[0] == sums[1]
    assert by_armor[:3] == by_armor[3:]
    lost, rolled, armor, through = map(int, [sums[1], *by_armor[3:]])
    assert lost == page.page.evaluate(LANES) == page.page.evaluate(STORY) > 0
    said = page.page.locator("#chain").inner_text()
    assert said.startswith(
        f"{rolled} rolled − {armor} kept off by armor = {through} dealt → {lost} lost"
    )
    by_blows = sum(blow.lost for blow in list_blows(history.line_events()))
    assert (through > by_blows) == (f"{through - by_blows} of what was dealt cost no score" in said)
    assert (lost > by_blows) == (f"{lost - by_blows} was lost without a blow" in said)


def test_what_is_chosen_holds_everywhere(page: Watched, tmp_path: Path) -> None:
    """A round and a side, chosen beside the numbers, in the tables, the damage, the lanes, the
    chart, the story and the recap; one button takes it back."""
    page.open(render_page(example("bridge-ambush"), audience="referee"), tmp_path)
    open_pane(page, "numbers")
    choose(page, first_round="1", last_round="1", whose="*the cult")
    cult = {"Cult mob", "Mask priest"}
    assert cult == {row[0] for row in read(page, "#numbers table")}
    assert cult == {row[0] for row in read(page, "#lanes")}
    assert ["Who", "R1"] == page.page.locator("#lanes thead th").all_text_contents()
    assert cult == {*page.page.locator("#chart bdi").all_text_contents()}
    assert "Rhinoceros" not in [row[0] for row in read(page, "#damage table")]
    assert not page.page.locator("#best").is_visible()
    open_pane(page, "recap")
    assert 0 == page.page.locator("#falls > li:visible").count()
    none = page.page.locator("#nobody-fell")
    assert "Nobody fell in what is chosen." == none.inner_text()
    open_pane(page, "story")
    assert ["Round 1"] == page.page.locator("#story .round:visible").all_text_contents()
    told = page.page.locator("#story > .beat:visible")
    assert 4 <= told.count() < 8
    page.page.locator("#unfilter").click()
    assert told.count() > 30
    open_pane(page, "recap")
    assert 2 == page.page.locator("#falls > li:visible").count()


def test_chips_lead_to_the_parts(page: Watched, tmp_path: Path) -> None:
    """They stay in sight, and what they lead to stands below them."""
    page.page.set_viewport_size({"width": 320, "height": 568})
    page.open(render_page(example("bridge-ambush"), audience="referee"), tmp_path)
    open_pane(page, "numbers")
    chips = page.page.locator("#jumps button")
    names = ["Totals", "Armor", "Saves", "Damage", "Rounds", "Chart"]
    assert names == chips.all_text_contents()
    for chip in chips.all():
        chip.click()
        to = page.page.locator(chip.get_attribute("data-to") or "").first
        target, row = to.bounding_box(), page.page.locator("#jumps").bounding_box()
        assert target and row
        assert 0 <= row["y"] < 568
        assert row["y"] + row["height"] <= target["y"] + 8 < 568


def test_the_highlights_of_one_person_stay(page: Watched, tmp_path: Path) -> None:
    """Those that tell of others go."""
    page.open(render_page(example("hold-seven"), audience="referee"), tmp_path)
    open_pane(page, "numbers")
    page.page.locator("#whose").select_option(label="Sefa")
    told = page.page.locator("#best li").all_text_contents()
    assert told and all("Sefa" in each for each in told)
    assert any(each.startswith("Hardest blow") for each in told)
    glance = page.page.locator("#glance li").all_text_contents()
    assert ["Cost othersSefa (Noor), 25", "LostSefa (Noor), 3"] == glance[:2]


def test_the_sorted_heading_has_an_arrow(page: Watched, tmp_path: Path) -> None:
    """Down for the greatest first, up for names from A on; a second tap turns the order round. At
    first it is at what others lost."""
    page.open(render_page(example("bridge-ambush"), audience="referee"), tmp_path)
    open_pane(page, "numbers")
    heads = page.page.locator("#numbers table").first.locator("thead th")
    assert "descending" == heads.nth(1).get_attribute("aria-sort")
    for at, order, arrow in (
        (2, "descending", "▼"),
        (2, "ascending", "▲"),
        (0, "ascending", "▲"),
        (0, "descending", "▼"),
    ):
        heads.nth(at).locator("button").click()
        assert order == heads.nth(at).get_attribute("aria-sort")
        shown = heads.nth(at).evaluate("(cell) => getComputedStyle(cell, '::after').content")
        assert f'"{arrow}"' == shown


def test_the_chart_shows_a_fall_of_another_score(page: Watched, tmp_path: Path) -> None:
    """All scores that wore down stand together, unless one is chosen: Dee lost all HP and half her
    STR, and is not at 0 %."""
    page.open(render_page(example("bridge-ambush"), audience="referee"), tmp_path)
    open_pane(page, "numbers")
    page.page.keyboard.press("End")
    row = page.page.locator("#chart li").filter(has_text="Dee").locator("output")
    together = row.text_content() or ""
    page.page.locator("#score").select_option("STR")
    assert together.endswith("%") and "0 %" != together
    assert "%" not in (row.text_content() or "")


@pytest.mark.parametrize("name", ["hold-seven", "the-courier-run"])
@pytest.mark.parametrize("width", [320, 1280])
def test_the_names_of_rounds_in_the_chart_stand_apart(
    page: Watched, tmp_path: Path, name: str, width: int
) -> None:
    """No name of a round runs into the next one, nor into a turning point."""
    page.page.set_viewport_size({"width": width, "height": 800})
    page.open(render_page(example(name), audience="referee"), tmp_path)
    open_pane(page, "numbers")
    boxes = page.page.evaluate(
        """() => [...document.querySelectorAll("#chart .over .round")]
            .filter((each) => each.textContent)
            .map((each) => {
                const range = document.createRange();
                range.selectNodeContents(each);
                const { left, right, bottom } = range.getBoundingClientRect();
                return [left, right, bottom];
            })"""
    )
    assert len(boxes) > 1
    assert all(one[1] <= other[0] for one, other in pairwise(boxes))
    turns = page.page.locator("#chart .turning").all()
    tops = [box["y"] for each in turns if (box := each.bounding_box())]
    assert all(max(box[2] for box in boxes) <= top + 1 for top in tops)


def test_the_pane_says_what_is_of_the_fight_as_it_stands(
    page: Watched, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a what-if of a long log is watched, its statistics are; the lanes and the chart are of
    the what-if."""
    monkeypatch.setattr(line_data, "MOST_ROWS_FOR_WHAT_IFS", 0)
    history = History(example("hold-seven").rows)
    page.open(render_page(history, audience="referee"), tmp_path)
    open_pane(page, "recap")
    said = page.page.locator("#pane-numbers .of-line")
    assert 0 == sum(each.is_visible() for each in said.all())
    page.page.locator(".what-if").first.click()
    open_pane(page, "numbers")
    visible = [each.text_content() for each in said.all() if each.is_visible()]
    assert ["as it stands"] * 2 + ["of what you watch"] * 2 == visible


def test_turning_points_are_told_once(page: Watched, tmp_path: Path) -> None:
    """The only one among the first numbers, several in their list."""
    for name in ("black-sails", "hold-seven", "the-toll"):
        page.open(render_page(example(name), audience="referee"), tmp_path)
        open_pane(page, "numbers")
        tiles = page.page.locator("#glance > li", has_text="Turning point").count()
        listed = page.page.locator("#turns li:visible").count()
        told = len(page_data(example(name))["numbers"]["turns"])
        assert (1, 0) == (tiles, listed) if told == 1 else (0, told) == (tiles, listed)
    assert not page.errors
