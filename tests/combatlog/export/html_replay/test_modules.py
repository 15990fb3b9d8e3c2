"""The modules of the page's script: each imports from those before it, and nothing is unused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from combatlog.export.html_replay import page
from combatlog.export.html_replay.page import SCRIPTS, STYLES, read_part
from combatlog.server import live_page
from combatlog.server.live_page import LIVE

IMPORT = re.compile(r'^import \{ (.+) \} from "(.+)\.js";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?:async )?(?:function|class|const|let) (\w+)", re.MULTILINE)
FOLDER = Path(page.__file__).parent
LIVE_FOLDER = Path(live_page.__file__).parent / "page"
TOGETHER = (*SCRIPTS, *(f"live/{name}" for name in LIVE))
"""The modules of the replay, and those of the live table, which stands on them."""


def read(name: str) -> str:
    """Return the text of a module."""
    if name.startswith("live/"):
        return (LIVE_FOLDER / f"{name}.js").read_text("utf-8")
    return read_part(f"script/{name}.js")


def imports(name: str) -> list[tuple[str, str]]:
    """Return what a module imports: the names, and the module of each."""
    folder = name.partition("/")[0]
    return [
        (each.strip(), path.removeprefix("../") if ".." in path else f"{folder}/{path[2:]}")
        for names, path in IMPORT.findall(read(name))
        for each in names.split(",")
    ]


def test_every_file_is_a_part_of_the_page() -> None:
    """And every part is there once."""
    scripts = {str(each.relative_to(FOLDER / "script"))[:-3] for each in FOLDER.rglob("*.js")}
    assert scripts == {*SCRIPTS}
    assert {each.stem for each in (FOLDER / "style").iterdir()} == {*STYLES}
    assert {each.stem for each in (LIVE_FOLDER / "live").iterdir()} == {*LIVE}
    assert len({*SCRIPTS}) == len(SCRIPTS)


@pytest.mark.parametrize("name", TOGETHER)
def test_a_module_imports_what_others_before_it_export(name: str) -> None:
    """So they can be joined in this order; the stage never imports from the replay, and neither of
    them from the live table."""
    before = TOGETHER[: TOGETHER.index(name)]
    text = read(name)
    assert len(IMPORT.findall(text)) == text.count("\nimport ")
    for what, where in imports(name):
        assert where in before
        assert what in EXPORT.findall(read(where))
        assert len(re.findall(rf"\b{what}\b", text)) > 1, what
        assert not (name.startswith("stage/") and where.startswith("replay/"))


def test_a_name_is_exported_once() -> None:
    """The page joins all modules, and each sees what those before it export."""
    offered = [what for name in SCRIPTS for what in EXPORT.findall(read(name))]
    assert sorted({*offered}) == sorted(offered)


def test_what_is_exported_is_used_elsewhere() -> None:
    """Nothing is exported that no other module imports."""
    used = {(what, where) for name in TOGETHER for what, where in imports(name)}
    offered = {(what, name) for name in TOGETHER for what in EXPORT.findall(read(name))}
    assert set() == offered - used
