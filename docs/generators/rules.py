"""Renders docs/rules.md: every clause of the games, its readings and options, and its tests."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import PurePosixPath

from docs.generators.book import Clause, Group, credits_of_games, groups, options_of, plain, written
from docs.generators.marks import Proof, proofs

INTRODUCTION = """\
# The rules, clause by clause

Generated from docs/clauses and from the marks of the tests by `python docs/generate.py`; do not
edit.

This page says in our own words how the program plays each rule of the games.

- Each clause has an id. Refusals and overrulings name it.
- It describes the newest version of the rules. A fight keeps the version it was begun under, which
  its first event names, and is played, corrected and audited by that. The changelog says what a
  version changed.
- A **Reading** says what a game's text leaves open, and what this program does.
- An **Option** is a reading that a table can change: set its key under `[options]` in a game of
  your own (`combatlog games new`).
- **Proved by** lists the tests of a clause. The build fails if a clause has no test that passes.
"""

CREDITS = "## The games, and the licence"

_FIGHT = re.compile(r"^(gi|th|pl|bw|pv) (v?\d+)(?= )")


def rules() -> str:
    """Return the text of docs/rules.md."""
    found = proofs()
    book = groups()
    parts = [INTRODUCTION, *_contents(book)]
    for group in book:
        parts += [f"## {group.title}", group.intro.strip()]
        for clause in group.clauses:
            parts += _clause(group, clause, found)
    return "\n\n".join(part.strip("\n") for part in [*parts, *_credits()]) + "\n"


def _contents(book: list[Group]) -> Iterator[str]:
    for group in book:
        links = [f"[{clause.id}](#{anchor(clause)}) {clause.title}" for clause in group.clauses]
        yield f"**[{group.title}](#{_slug(group.title)})**: " + " · ".join(links)
    yield f"**[{CREDITS.removeprefix('## ')}](#{_slug(CREDITS.removeprefix('## '))})**"


def anchor(clause: Clause) -> str:
    """Return the anchor of a clause's heading."""
    return _slug(_heading(clause))


def _heading(clause: Clause) -> str:
    return f"{clause.id} {clause.title}"


def _slug(heading: str) -> str:
    """Return the anchor that GitHub makes of a heading."""
    kept = [sign for sign in heading.lower() if sign.isalnum() or sign in " -_"]
    return "".join(kept).replace(" ", "-")


def _clause(group: Group, clause: Clause, found: list[Proof]) -> Iterator[str]:
    yield f"### {_heading(clause)}"
    yield clause.statement.strip()
    for reading in clause.readings:
        yield f"**Reading:** {plain(reading)}"
    for name, says in clause.options.items():
        yield _option(group, name, says)
    yield _proved(clause, found)


def _option(group: Group, name: str, says: dict[str, str]) -> str:
    """Describe an option: each of its values, the games that have it, and what it means."""
    chosen: dict[str, list[str]] = {}
    for game in group.games():
        value = written(game.definition.get("options", {}).get(name, ""))
        chosen.setdefault(value, []).append(game.name)
    lines = [f"**Option** `{name}`:"]
    for value in [*says, *(value for value in chosen if value and value not in says)]:
        games = chosen.get(value, [])
        of = "" if not games else " (the default)" if len(chosen) == 1 else f" ({', '.join(games)})"
        lines.append(f"- `{value}`{of}: {plain(says.get(value, 'set by the game'))}")
    return lines[0] + "\n\n" + "\n".join(lines[1:])


def _proved(clause: Clause, found: list[Proof]) -> str:
    """List the tests of a clause, file by file."""
    mine = [proof for proof in found if clause.id in proof.clauses]
    if not mine:
        return "**Proved by:** nothing yet."
    many = "1 test" if len(mine) == 1 else f"{len(mine)} tests"
    lines = [f"<details><summary><b>Proved by</b> {many}</summary>\n"]
    for file, tests in groupby(mine, key=lambda proof: proof.file):
        names = "; ".join(_readable(proof.name) for proof in tests)
        lines.append(f"- [{_file(file)}](../{file}): {names}")
    return "\n".join([*lines, "\n</details>"])


def _file(path: str) -> str:
    return PurePosixPath(path).stem.removeprefix("test_").replace("_", " ")


def _readable(name: str) -> str:
    """Return a test's name as a sentence. A worked fight of the game texts keeps its number."""
    words = name.rpartition("::")[2].removeprefix("test_").replace("_", " ").replace(" s ", "'s ")
    return _FIGHT.sub(lambda fight: f"{fight[1].upper()}-{fight[2].upper()}", words)


def _credits() -> Iterator[str]:
    known = credits_of_games()
    yield CREDITS
    yield "\n".join(f"- **{credit.name}**: {plain(credit.text)}." for credit in known.games)
    yield known.note.strip()
    yield (
        "CC BY-SA 4.0 is the licence "
        "[Creative Commons Attribution-ShareAlike 4.0](https://creativecommons.org/licenses/by-sa/4.0/)."
        " The program's own code is under the MIT licence."
    )


def undescribed() -> list[str]:
    """List the options that no clause describes, and described options that do not exist."""
    return [problem for group in groups() for problem in _differences(group)]


def _differences(group: Group) -> Iterator[str]:
    real, said = options_of(group.rules), group.described()
    for name in [*real, *(name for name in said if name not in real)]:
        if name not in said:
            yield f"{group.title}: no clause describes the option {name}"
        elif name not in real:
            yield f"{group.title}: a clause describes the option {name}, which no definition has"
        elif real[name] and set(real[name]) != set(said[name]):
            yield (
                f"{group.title}: the option {name} can be {', '.join(real[name])};"
                f" described are {', '.join(said[name])}"
            )
    for game in group.games():
        for name in game.definition.get("options", {}):
            if name not in real:
                yield f"{game.name}: the option {name} is read by no rules"
