"""The architecture page says what is so, and the path of one attack stays short."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.support.attack_path import trace_attack

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
FILE = re.compile(
    r"`((?:combatlog|replay|rulesets|projections|events|docs|tests)/[\w./*]+)(?:: (\w+))?"
)
MOST_FILES = 40
"""Files that one attack and its resolution may pass through."""


def test_every_file_and_name_on_the_page_is_there() -> None:
    """A path exists, with a star at least once; a name behind a colon is defined in the file."""
    named = FILE.findall(PAGE)
    assert len(named) > 20
    for path, name in named:
        found = [*ROOT.glob(path.rstrip("/"))]
        assert found, path
        if name:
            text = found[0].read_text("utf-8")
            assert re.search(rf"(def|class) {name}\b", text), f"{path}: {name}"


def test_each_package_lists_its_modules() -> None:
    """The docstring of a package has a line for each module and folder of modules in it."""
    packages = ("combatlog", "replay", "rulesets", "projections", "events")
    inits = [file for name in packages for file in (ROOT / name).rglob("__init__.py")]
    lists = [file for file in inits if file != ROOT / "combatlog" / "__init__.py"]
    assert len(lists) > 20
    missing = [
        f"{file.parent.relative_to(ROOT)}: {name}"
        for file in lists
        for name in _list_modules(file.parent)
        if not re.search(rf"^ *{name}/?  *\S", _read_docstring(file), re.MULTILINE)
    ]
    assert [] == missing


def _read_docstring(file: Path) -> str:
    return ast.get_docstring(ast.parse(file.read_text("utf-8"))) or ""


def _list_modules(folder: Path) -> list[str]:
    modules = [file.stem for file in folder.glob("*.py") if not file.stem.startswith("__")]
    return [*modules, *(file.parent.name for file in folder.glob("*/__init__.py"))]


def test_the_path_of_an_attack_is_short() -> None:
    """From the prompt to the database and back to the screen."""
    path = trace_attack()
    assert "combatlog/app/session.py" in path and "events/store/sqlite.py" in path
    assert len(path) <= MOST_FILES, "\n".join(path)
