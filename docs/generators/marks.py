"""Which tests prove which clause, read off the test files without running them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent.parent

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Proof(NamedTuple):
    """A test: its file (from the root, with slashes), its name with its class's, its clauses."""

    file: str
    name: str
    clauses: tuple[str, ...]


def proofs(folder: Path = ROOT / "tests") -> list[Proof]:
    """Every test that is marked with a clause, file by file, in the order written."""
    return [proof for file in sorted(folder.rglob("test_*.py")) for proof in _of_file(file)]


def _of_file(file: Path) -> Iterator[Proof]:
    source = file.read_text("utf-8")
    if "mark.clause" not in source:
        return
    tree = ast.parse(source)
    name = file.relative_to(ROOT).as_posix() if file.is_relative_to(ROOT) else file.name
    for test, clauses in _tests(tree.body, "", _of_module(tree)):
        if clauses:
            yield Proof(name, test, tuple(dict.fromkeys(clauses)))


def _tests(
    body: Iterable[ast.stmt], prefix: str, inherited: list[str]
) -> Iterator[tuple[str, list[str]]]:
    for node in body:
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            yield from _tests(node.body, f"{node.name}::", [*inherited, *_marked(node)])
        elif isinstance(node, _FUNCTIONS) and node.name.startswith("test"):
            yield prefix + node.name, [*inherited, *_marked(node)]


def _of_module(tree: ast.Module) -> list[str]:
    """The clauses of a `pytestmark`, which holds for all tests of the file."""
    return [
        clause
        for node in tree.body
        if isinstance(node, ast.Assign)
        and any(isinstance(each, ast.Name) and each.id == "pytestmark" for each in node.targets)
        for clause in _clauses(node.value)
    ]


def _marked(node: ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    return [clause for decorator in node.decorator_list for clause in _clauses(decorator)]


def _clauses(node: ast.expr) -> Iterator[str]:
    """The arguments of every `mark.clause(...)` in an expression (a parameter can be marked)."""
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and getattr(call.func, "attr", "") == "clause":
            for argument in call.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value
