"""The page docs/protocol.md is enough for a reader of one's own: the examples read_export.py and
rebuild_state.py know nothing else, and come to the same digests, dice and states."""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from combatlog.app.campaign import Campaign
from combatlog.app.examples import Example, list_examples, play_example
from combatlog.files.jsonl import export_lines, import_fight
from events.store.memory import MemoryStore
from events.store.protocol import Store
from projections.state.fight_state import dump_state
from projections.state.fold import fold_line
from rulesets.definitions.shipped import GAMES
from tests.golden import Golden, golden_fights

FOLDER = Path(__file__).parent.parent / "examples"


@pytest.fixture(autouse=True)
def examples_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(FOLDER))


def read(lines: Sequence[str]) -> tuple[dict[str, Any], dict[int, Any]]:
    head, rows = import_module("read_export").read_log(lines)
    return head, rows


def check_dice(fight: str, rows: dict[int, Any]) -> int:
    checked: int = import_module("read_export").check_dice(fight, rows)
    return checked


def compare_states(store: Store, fight: str, rows: dict[int, Any], step: int) -> None:
    rebuild = import_module("rebuild_state").rebuild
    last = max(rows)
    for seq in {*range(1, last, step), last}:
        wanted = json.loads(json.dumps(dump_state(fold_line(store, fight, seq))))
        del wanted["game"]
        assert wanted == rebuild(rows, seq), seq


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("format", [1, 2])
@pytest.mark.parametrize("game", GAMES)
def test_recorded_fights_are_read_alike(game: str, format: int) -> None:
    """Digests, drawn dice and states of twenty fights a game, corrections and undos among them."""
    checked = 0
    for golden in golden_fights(game, format):
        head, rows = read([line.decode().rstrip("\n") for line in golden.lines])
        checked += check_dice(head["fight"], rows)
        store = MemoryStore()
        compare_states(store, import_fight(store, golden.lines), rows, 29)
    assert checked >= 100 or format == 1


@pytest.mark.sampled
@pytest.mark.parametrize("example", list_examples(), ids=lambda each: each.name)
def test_examples_are_read_alike(example: Example) -> None:
    store = MemoryStore()
    for _ in play_example(example, Campaign(store, by="the referee")):
        pass
    (fight,) = store.fights()
    _, rows = read([*export_lines(store, fight)])
    compare_states(store, fight, rows, 11)


def list_changed(golden: Golden) -> Iterator[tuple[str, list[str]]]:
    """An export with one thing changed: a text, a number of the envelope, an end cut off."""
    lines = [line.decode().rstrip("\n") for line in golden.lines]
    yield "a body", [*lines[:5], lines[5].replace('"type":', '"kind":', 1), *lines[6:]]
    yield "a time", [*lines[:5], lines[5].replace('"at":"20', '"at":"19', 1), *lines[6:]]
    yield "a row", [*lines[:5], *lines[6:]]
    yield "the end", lines[:-1]


@pytest.mark.parametrize("format", [1, 2])
def test_what_was_changed_is_found(format: int) -> None:
    golden = next(iter(golden_fights("golden-idol", format)))
    for _, lines in list_changed(golden):
        with pytest.raises(SystemExit):
            read(lines)


def test_a_drawn_die_that_was_changed_is_found() -> None:
    """The faces of drawn dice follow from the opened secrets."""
    for golden in golden_fights("golden-idol", 2):
        head, rows = read([line.decode().rstrip("\n") for line in golden.lines])
        if not check_dice(head["fight"], rows):
            continue
        drawn = [row for row in rows.values() if "draw" in row["event"] and "repeats" not in row]
        drawn[0]["event"]["face"] = drawn[0]["event"]["face"] % 4 + 1
        with pytest.raises(SystemExit, match="was fixed as"):
            check_dice(head["fight"], rows)
        return
    raise AssertionError("no recorded fight has opened secrets")


@pytest.mark.parametrize("name", ["read_export", "rebuild_state"])
def test_the_readers_need_nothing_else(name: str) -> None:
    """They import the standard library and each other alone."""
    tree = ast.parse((FOLDER / f"{name}.py").read_text("utf-8"))
    modules = {each.module for each in ast.walk(tree) if isinstance(each, ast.ImportFrom)}
    modules |= {
        one.name for each in ast.walk(tree) if isinstance(each, ast.Import) for one in each.names
    }
    assert modules <= {*sys.stdlib_module_names, "read_export"}
