"""Fill the parts of README and pages that show the program's own output."""

from __future__ import annotations

import re
from collections import deque
from pathlib import Path

import click

from combatlog.app.campaign import Campaign, start_fight
from combatlog.app.examples import find_example, play_example
from combatlog.app.session import Session
from combatlog.export.formats.page_formats import load_format, render_page
from combatlog.export.pages.page_set import build_fight_page
from combatlog.terminal.cli.simulate import render_example
from combatlog.terminal.views.results import render_result
from events.store.memory import MemoryStore

DOCS = Path(__file__).parent.parent

FIRST, LAST = "› a ada rhino rifle", "› note"
"""The excerpt: from the second declaration of this line on, up to the note."""

ROUND = "Round 2"
"""What is shown of the chronicle."""

NEXT_ROUND = "# The fourth round"
CORRECTION = ("amend 108 3: the 5 was a 3", "yes")
"""What is corrected, before this comment of the script."""


def readme() -> str:
    """Return the README with its generated parts as they are now."""
    text = (DOCS.parent / "README.md").read_text("utf-8")
    text = _fill(text, "excerpt", _excerpt(_demo()))
    return _fill(text, "correction", _correction())


def wiki_page() -> str:
    """Return the page about wikis with the story of one round."""
    text = (DOCS / "howto" / "wiki.md").read_text("utf-8")
    return _quote(text, "story", _story())


def demonstration() -> str:
    """Return the page with all that `combatlog demo` prints."""
    text = (DOCS / "demonstration.md").read_text("utf-8")
    return _fill(text, "demo", _demo())


def _demo() -> list[str]:
    """The lines `combatlog demo` prints."""
    lines: list[str] = []
    for said, answer in render_example(find_example("")):
        lines += [f"› {said}"] if said else []
        lines += [f"  {click.unstyle(text)}".rstrip() for text in answer]
    return lines


def _excerpt(lines: list[str]) -> list[str]:
    start = next(at for at, line in enumerate(lines) if line == FIRST)
    end = next(at for at, line in enumerate(lines) if at > start and line.startswith(LAST))
    return lines[start:end]


def _correction() -> list[str]:
    """A die of the second round corrected in the third of the same fight."""
    example = find_example("")
    campaign = Campaign(MemoryStore(), by="the referee")
    session = Session(campaign, start_fight(campaign, [example.roster], "", "", None))
    before = example.script.read_text("utf-8").partition(NEXT_ROUND)[0]
    for line in before.splitlines():
        session.say(line)
    lines: list[str] = []
    for said in CORRECTION:
        answer = render_result(session, session.say(said))
        told = [f"  {click.unstyle(text)}".rstrip() for text in answer]
        lines += [f"› {said}", *told]
    return lines


def _story() -> list[str]:
    """The second round of the same fight, as it is exported in Markdown."""
    campaign = Campaign(MemoryStore(), by="the referee")
    deque(play_example(find_example(""), campaign), 0)
    page = render_page(load_format("markdown"), build_fight_page(campaign, ""))
    told = page.partition(f"### {ROUND}\n\n")[2].partition("\n### ")[0]
    return [f"**{ROUND}.** {told.rstrip()}"]


def _quote(text: str, part: str, paragraphs: list[str]) -> str:
    """The text with these paragraphs as a quotation between the marks of a part."""
    lines = "\n\n".join(paragraphs).split("\n")
    return _between(text, part, "".join(f"{f'> {line}'.rstrip()}\n" for line in lines))


def _fill(text: str, part: str, lines: list[str]) -> str:
    """The text with these lines as a code block between the marks of a part."""
    return _between(text, part, "```text\n" + "\n".join(lines) + "\n```\n")


def _between(text: str, part: str, block: str) -> str:
    """The text with this block between the marks of a part."""
    marks = rf"(<!-- generated: {part} -->\n).*?(<!-- end -->)"
    return re.sub(marks, lambda found: found[1] + block + found[2], text, flags=re.DOTALL)
