"""Every example in the README and in docs/ is run as it stands.

A comment above a fenced block says how:

    <!-- run: commands -->            combatlog commands, in an empty folder of the page's own
    <!-- run: campaign -->            the same, where harbour.combatlog holds two example fights
    <!-- run: prompt -->              lines for the latest fight of the page's campaign
    <!-- run: fight GAME [typed] -->  lines for a new fight; each must record something
    <!-- run: python -->              a program
    <!-- file: NAME -->              a file that later blocks need
    <!-- not run: REASON -->          a reason why it cannot be run
    <!-- generated: PART -->          output that `python docs/generate.py` writes and checks
"""

from __future__ import annotations

import re
import shlex
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from combatlog.app.campaign import Campaign, create, open
from combatlog.app.examples import find_example, play_example
from combatlog.app.session import Session
from combatlog.terminal.cli.main import cli
from events.store.memory import MemoryStore
from events.types.declarations import DiceMode

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
GENERATED = {"cli.md", "protocol.md", "rules.md", "api.md", "demonstration.md"}
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md") if (ROOT / name).exists()),
    *(
        path
        for path in sorted(DOCS.rglob("*.md"))
        if path.name not in GENERATED and "generators" not in path.parts
    ),
]
MARK = re.compile(r"<!-- (run|file|not run|generated): ?(.*?) -->")
INSTALLING = "python3 -m venv"


class Block(NamedTuple):
    """A fenced block: how it is run, what the comment says of that, and its text."""

    how: str
    what: str
    text: str


def blocks(page: Path) -> Iterator[Block]:
    """The fenced blocks of a page; those for Sphinx (`{toctree}`) are left out."""
    text = page.read_text("utf-8")
    for found in re.finditer(r"^```([^\n]*)\n(.*?)^```$", text, flags=re.DOTALL | re.MULTILINE):
        if found[1].startswith("{") or INSTALLING in found[2]:
            continue
        before = text[: found.start()].rstrip().rpartition("\n")[2]
        mark = MARK.fullmatch(before)
        yield Block(mark[1], mark[2], found[2]) if mark else Block("", "", found[2])


@pytest.mark.sampled
@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_examples_of_a_page_run_as_shown(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the first to the last, in one folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("COMBATLOG_CAMPAIGN", raising=False)
    every = list(blocks(page))
    if any(block.what == "campaign" for block in every):
        _make_campaign()
    for block in every:
        assert block.how, f"say above this block how it is run:\n{block.text}"
        if block.how == "file":
            Path(block.what).write_text(block.text, "utf-8")
        elif block.how == "run":
            kind, *options = block.what.split()
            if kind in ("commands", "campaign"):
                _run_commands(block.text)
            elif kind == "prompt":
                _say_lines(block.text)
            elif kind == "fight":
                _play_lines(block.text, options[0], "typed" if "typed" in options else "digital")
            else:
                assert kind == "python", f"{page}: {block.what}?"
                exec(compile(block.text, str(page), "exec"), {})


def _make_campaign() -> None:
    with create("harbour.combatlog", by="Mia") as campaign:
        for name in ("althea", "bridge-ambush"):
            deque(play_example(find_example(name), campaign), 0)


def _run_commands(text: str) -> None:
    for line in text.splitlines():
        command, *arguments = shlex.split(line, comments=True)
        assert command == "combatlog", line
        done = CliRunner().invoke(cli, arguments, input="")
        assert done.exception is None and 0 == done.exit_code, f"{line}: {done.exception!r}"


def _say_lines(text: str) -> None:
    (path,) = Path().glob("*.combatlog")
    with open(path, by="Mia") as campaign:
        session = Session(campaign, campaign.fight())
        for line in text.splitlines():
            assert session.say(line).refused is None, line


def _play_lines(text: str, game: str, dice: DiceMode) -> None:
    """Each line is accepted, no matter what the dice show."""
    for _ in range(10):
        campaign = Campaign(MemoryStore(), by="Mia")
        session = Session(campaign, campaign.start("As shown", game, dice=dice))
        for line in text.splitlines():
            result = session.say(line)
            assert result.rows or result.kind == "viewed", line
