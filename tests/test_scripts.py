"""TypeScript's checker reads the scripts of the replay page and of the live table: names that are
not there, wrong arguments, imports of what is not exported. The scripts stay JavaScript. What the
server answers and takes, it knows from `tests/support/server.d.ts`, which is generated.

It checks with `strict`, which asks for the type of every argument, and for what happens where there
is nothing.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.services.packages import Unavailable, install, skip_or_fail

ROOT = Path(__file__).parents[1]


@pytest.fixture
def checker() -> str:
    """TypeScript's compiler, as Debian has it."""
    if shutil.which("tsc") is None:
        try:
            install("TypeScript", ["node-typescript"])
        except Unavailable as reason:
            skip_or_fail(str(reason))
    return shutil.which("tsc") or skip_or_fail("tsc is not on the path.")


def check(checker: str, project: Path) -> list[str]:
    """Return what the checker finds wrong."""
    command = [checker, "-p", str(project)]
    done = subprocess.run(command, capture_output=True, text=True)
    found = done.stdout.splitlines()
    assert bool(found) == bool(done.returncode), done.stderr
    return found


@pytest.mark.slow
def test_the_scripts_of_the_pages_have_no_errors_of_types(checker: str) -> None:
    """By the settings of `tsconfig.json`."""
    assert [] == check(checker, ROOT / "tsconfig.json")


@pytest.mark.slow
def test_every_script_is_a_module_that_can_be_read(checker: str, tmp_path: Path) -> None:
    """No name is declared twice, which the checker of types lets pass for functions."""
    assert checker  # it comes with node
    scripts = sorted((ROOT / "combatlog").rglob("*.js"))
    for number, script in enumerate(scripts):
        shutil.copy(script, tmp_path / f"{number}.mjs")
    faults = [read_module(tmp_path / f"{number}.mjs") for number in range(len(scripts))]
    assert [] == [fault for fault in faults if fault]
    (tmp_path / "twice.mjs").write_text("export function a() {}\nfunction a() {}\n")
    assert "already been declared" in read_module(tmp_path / "twice.mjs")


def read_module(script: Path) -> str:
    """Return what node finds wrong in a module without running it; empty if nothing is."""
    return subprocess.run(["node", "--check", str(script)], capture_output=True, text=True).stderr


@pytest.mark.slow
def test_the_checker_asks_for_the_type_of_every_argument(checker: str, tmp_path: Path) -> None:
    """In every script, as none is left out of `strict`."""
    copy_scripts(tmp_path)
    page = tmp_path / "combatlog/export/html_replay/script/replay/lanes.js"
    page.write_text(page.read_text() + "function countLanes(lanes) {\n  return lanes.length;\n}\n")
    said = "Parameter 'lanes' implicitly has an 'any' type"
    assert any(said in each for each in check(checker, tmp_path))


@pytest.mark.slow
def test_the_checker_finds_a_field_that_the_server_does_not_send(
    checker: str, tmp_path: Path
) -> None:
    """Of what it answers, by the generated types."""
    copy_scripts(tmp_path)
    page = tmp_path / "combatlog/server/page/live/correct.js"
    page.write_text(re.sub(r"\{ changes, ranges,", "{ changed, ranges,", page.read_text()))
    said = "Property 'changed' does not exist on type 'Preview'"
    assert any(said in each for each in check(checker, tmp_path))


def copy_scripts(folder: Path) -> None:
    """Copy the scripts, what the checker knows of them, and its settings to a folder."""
    for name in ("combatlog/export/html_replay/script", "combatlog/server/page", "tests/support"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("*.py*"))
    shutil.copy(ROOT / "tsconfig.json", folder)


@pytest.mark.slow
def test_the_checker_finds_a_name_a_name_that_is_not_there(checker: str, tmp_path: Path) -> None:
    """Across the two folders, whose modules the server sends from one."""
    copy_scripts(tmp_path)
    page = tmp_path / "combatlog/server/page/live/names.js"
    page.write_text(re.sub(r"import \{ say \}", "import { tell }", page.read_text()))
    assert any("has no exported member 'tell'" in each for each in check(checker, tmp_path))
