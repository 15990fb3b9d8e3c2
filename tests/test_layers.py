"""What differs from game to game is in the rules modules and definitions alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulesets.core.registry import RULES
from rulesets.definitions.shipped import GAMES, load_game

ROOT = Path(__file__).parent.parent
OUTSIDE = [
    path
    for package in ("combatlog", "replay", "projections", "events")
    for path in sorted((ROOT / package).rglob("*.py"))
]
NAMES = {*GAMES, *RULES, *(load_game(id).name for id in GAMES)}
IDENTITY = {"id", "name", "rules", "definition", "version"}


@pytest.mark.parametrize("path", OUTSIDE, ids=lambda path: str(path.relative_to(ROOT)))
def test_nothing_outside_the_rulesets_asks_which_game_it_is(path: Path) -> None:
    """No module names a game, looks into a definition, or compares what identifies a game."""
    tree = ast.parse(path.read_text("utf-8"))
    assert [] == [*_named(tree), *_looked_into(tree), *_compared(tree)]


def _named(tree: ast.Module) -> Iterator[str]:
    """Games called by name in the code; what a docstring says is for people."""
    prose = {id(each.value) for each in ast.walk(tree) if isinstance(each, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            said = node.value.casefold()
            if id(node) not in prose and any(name.casefold() in said for name in NAMES):
                yield f"line {node.lineno}: {node.value!r}"


def _looked_into(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr == "definition":
            yield f"line {node.lineno}: {ast.unparse(node)}"


def _compared(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare | ast.Match):
            sides = (
                [node.subject] if isinstance(node, ast.Match) else [node.left, *node.comparators]
            )
            for side in sides:
                if _identifies_a_game(side):
                    yield f"line {node.lineno}: {ast.unparse(side)}"


def _identifies_a_game(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Attribute)
        and node.attr in IDENTITY
        and ast.unparse(node.value).endswith("game")
    )
