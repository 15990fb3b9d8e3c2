"""The modules of the page's script: each imports from those before it, and nothing is unused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from combatlog.export.html_replay import page
from combatlog.export.html_replay.page import SCRIPTS, STYLES, read_part

IMPORT = re.compile(r'^import \{ (.+) \} from "(.+)\.js";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?:async )?(?:function|const|let) (\w+)", re.MULTILINE)
FOLDER = Path(page.__file__).parent


def imports(name: str) -> list[tuple[str, str]]:
    """Return what a module imports: the names, and the module of each."""
    folder = name.partition("/")[0]
    return [
        (each.strip(), path.removeprefix("../") if ".." in path else f"{folder}/{path[2:]}")
        for names, path in IMPORT.findall(read_part(f"script/{name}.js"))
        for each in names.split(",")
    ]


def test_every_file_is_a_part_of_the_page() -> None:
    """And every part is there once."""
    scripts = {str(each.relative_to(FOLDER / "script"))[:-3] for each in FOLDER.rglob("*.js")}
    assert scripts == {*SCRIPTS}
    assert {each.stem for each in (FOLDER / "style").iterdir()} == {*STYLES}
    assert len({*SCRIPTS}) == len(SCRIPTS)


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_module_imports_what_others_before_it_export(name: str) -> None:
    """So they can be joined in this order; the stage never imports from the replay."""
    before = SCRIPTS[: SCRIPTS.index(name)]
    text = read_part(f"script/{name}.js")
    assert len(IMPORT.findall(text)) == text.count("\nimport ")
    for what, where in imports(name):
        assert where in before
        assert what in EXPORT.findall(read_part(f"script/{where}.js"))
        assert len(re.findall(rf"\b{what}\b", text)) > 1, what
        assert not (name.startswith("stage/") and where.startswith("replay/"))


def test_what_is_exported_is_used_elsewhere() -> None:
    """Nothing is exported that no other module imports."""
    used = {(what, where) for name in SCRIPTS for what, where in imports(name)}
    offered = {
        (what, name) for name in SCRIPTS for what in EXPORT.findall(read_part(f"script/{name}.js"))
    }
    waiting = {("setRoster", "stage/field")}  # the live table grows
    assert waiting == offered - used
