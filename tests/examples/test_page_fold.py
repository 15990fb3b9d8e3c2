"""What the page folds is what the projections have: at every event of every example fight, for the
referee and for players.

Node runs the page's own module, once for all fights.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest

from combatlog.app.examples import list_examples
from combatlog.app.strength import judge_look
from combatlog.export.html_replay.moments import SCENE, StateDescriber
from combatlog.export.html_replay.page import find_label
from combatlog.export.html_replay.replay_data import collect_fight_data
from projections.narrative.phrasebook import load_phrasebook
from projections.queries.visibility import Audience, sees_numbers
from projections.state.fight_state import FightState
from projections.state.fold import fold_one
from replay.log.event_log import History
from replay.log.undo import find_undone
from replay.text.redaction import redact_words
from tests.examples.given import whole
from tests.services.packages import Unavailable, install, skip_or_fail

SCRIPTS = Path(__file__).parents[2] / "combatlog" / "export" / "html_replay" / "script"

FOLD = Path(__file__).with_name("fold_in_page.mjs")

BOOK = load_phrasebook()

AUDIENCES: tuple[Audience, ...] = ("referee", "players")


def find_node() -> str:
    """Return the path of Node; skip or fail the test where there is none."""
    if shutil.which("node") is None:
        try:
            install("Node", ["nodejs"])
        except Unavailable as reason:
            skip_or_fail(str(reason))
    return shutil.which("node") or skip_or_fail("Node was installed, and is not on the path.")


def fold_in_page(fights: list[dict[str, Any]], folder: Path) -> list[dict[str, Any]]:
    """Return what the page has after each event of these fights."""
    scripts = folder / "script"
    shutil.copytree(SCRIPTS, scripts)
    (scripts / "package.json").write_text('{"type": "module"}')
    labels = {key: find_label(key, BOOK) for key in ("die", "no-die")}
    ran = subprocess.run(
        [find_node(), str(FOLD), (scripts / "stage" / "fight.js").as_uri()],
        input=json.dumps({"labels": labels, "fights": fights}),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (0, "") == (ran.returncode, ran.stderr)
    found: list[dict[str, Any]] = json.loads(ran.stdout)
    return found


def fold_in_python(history: History) -> Iterator[tuple[int, FightState]]:
    """Yield the seq of every event, and the state after it. The state counts until the next."""
    parents = {row.parent for row in history.rows if row.parent != row.seq - 1}
    kept, state = {0: FightState()}, FightState()
    for row in history.rows:
        if row.parent != row.seq - 1:
            state = kept[row.parent].copied()
        fold_one(state, row.seq, row.event)
        if row.seq in parents:
            kept[row.seq] = state.copied()
        yield row.seq, state


def write_scores(state: FightState, id: str, dice: list[str]) -> list[list[str]]:
    """Return the scores of a combatant, now and at most, as the page writes them."""

    def write(score: str, number: int) -> str:
        if score in dice:
            return find_label("die" if number else "no-die", BOOK).format(number=number)
        return str(number).replace("-", "−")

    one = state.combatants[id]
    return [
        [score, write(score, now), write(score, one.maxima.get(score, now))]
        for score, now in one.scores.items()
    ]


def compare(history: History, audience: Audience, data: Any, page: dict[str, Any]) -> int:
    """Compare what the page has after each event with the projections. Return how many cards were
    compared. Raises `AssertionError` where they differ. Where somebody went (`at`) the page alone
    keeps, from what the events say."""
    assert len(history) + 1 == len(page["states"])
    people: dict[str, int] = {}
    compared = 0
    for seq, state in fold_in_python(redact_words(history, audience)):
        described = StateDescriber(audience, people).describe(state)  # each anew
        shown = json.loads(msgspec.json.encode(described))
        scene, *cards = page["states"][seq]
        assert shown.pop(SCENE) == page["cards"][scene], (seq, audience)
        found = {
            str(number): page["cards"][card]
            for number, card in enumerate(cards)
            if card is not None and page["cards"][card]["card"]
        }
        for each in found.values():
            each["card"].pop("at", "")
        assert shown == {number: each["card"] for number, each in found.items()}, (seq, audience)
        for id, one in state.combatants.items():
            each, known = found[str(people[id])], sees_numbers(state, id, audience)
            scores = write_scores(state, id, data["dice"]) if known else []
            assert scores == each["scores"], (seq, audience, id)
            card = each["card"]
            assert (judge_look(one, state), one.area) == (card["look"], card.get("area", ""))
            assert known is not card.get("hidden", False)
            assert one.standing == "dead" or len(one.wounds) == len(card.get("wounds", []))
            compared += 1
    assert sorted(find_undone(history)) == [seq for seq, _ in page["marked"]]
    line = {row.seq for row in history.on_line(len(history))}
    assert {*range(1, len(history) + 1)} == line | {*page["off"]} | {*find_undone(history)}
    return compared


def compare_views(names: list[str], folder: Path) -> list[int]:
    """Compare both views of these fights; return how many cards were compared in each."""
    views = [(whole(name).history, audience) for name, audience in product(names, AUDIENCES)]
    data = [collect_fight_data(history, audience, BOOK) for history, audience in views]
    pages = fold_in_page(data, folder)
    return [
        compare(*view, fight, page) for view, fight, page in zip(views, data, pages, strict=True)
    ]


def list_by_length() -> list[str]:
    """Return the names of the examples, the shortest script first."""
    return [
        each.name for each in sorted(list_examples(), key=lambda each: len(each.script.read_text()))
    ]


@pytest.mark.slow
def test_the_page_folds_a_short_fight_as_the_projections_do(tmp_path: Path) -> None:
    """Scores, wounds, looks, areas and everything else that is shown, at each event. The same
    comparison finds a number that is another one."""
    name = list_by_length()[0]
    assert 0 not in compare_views([name], tmp_path)
    history = whole(name).history
    data = collect_fight_data(history, "referee", BOOK)
    [page] = fold_in_page([data], tmp_path / "again")
    card = next(each for each in page["cards"] if each.get("scores"))
    card["scores"][0][1] += "0"
    with pytest.raises(AssertionError):
        compare(history, "referee", data, page)


@pytest.mark.slow
def test_the_page_folds_every_fight_as_the_projections_do(tmp_path: Path) -> None:
    """For the referee and for players."""
    names = list_by_length()
    compared = compare_views(names, tmp_path)
    assert (2 * len(names), False) == (len(compared), 0 in compared)
