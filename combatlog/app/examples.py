"""The example fights that come with combatlog: a roster and a script each."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from combatlog.app.campaign import Campaign
from combatlog.app.session import Session
from combatlog.app.start import begin
from combatlog.terminal.views.state import full
from events.errors import CombatlogError, Refused, Unreadable
from events.store.memory import MemoryStore
from rulesets.common.naming import nearest


class Example(NamedTuple):
    """One example: its roster (which names title, game and dice) and its script. `game` is an
    id."""

    name: str
    title: str
    game: str
    roster: Path
    script: Path


def shelf() -> Path:
    """The folder of the examples: beside the code in a checkout, inside the package otherwise."""
    packaged = Path(__file__).parent.parent / "examples"
    return packaged if packaged.is_dir() else Path(__file__).parents[2] / "examples"


def examples() -> list[Example]:
    """Every example, by name; the demonstration that is played first comes first."""
    found = []
    for script in sorted(shelf().glob("*.fight")):
        roster = script.with_suffix(".toml")
        head = tomllib.loads(roster.read_text("utf-8"))
        found.append(Example(script.stem, head["title"], head["game"], roster, script))
    return sorted(found, key=lambda example: example.name != "bridge-ambush")


def find_example(name: str) -> Example:
    """The example of this name, the first one for none; `Refused` with the nearest otherwise."""
    every = examples()
    if not name:
        return every[0]
    for example in every:
        if example.name.startswith(name):
            return example
    raise Refused(f"There is no example “{name}”{nearest(name, [each.name for each in every])}.")


def played(example: Example, into: Campaign | None = None) -> Iterator[tuple[str, list[str]]]:
    """The lines of an example with the answers, played into a campaign (else in memory, without a
    trace); last, how everybody stands."""
    campaign = into or Campaign(MemoryStore(), by="demo")
    session = Session(campaign, begin(campaign, [example.roster], "", "", None))
    yield "", full(session.fight.state)
    for number, line in enumerate(example.script.read_text("utf-8").splitlines(), start=1):
        text = line.strip()
        if text.startswith("#"):
            yield "", ["", text.lstrip("# ")]
        elif text:
            try:
                answer = session.say(text)
                if answer.refused is not None:
                    raise answer.refused
                yield text, answer.lines
            except CombatlogError as error:
                raise Unreadable(f"{example.script}, line {number}: {error}") from None
    yield "", ["", *full(session.fight.state)]
