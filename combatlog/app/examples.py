"""The example fights that come with combatlog: each is a roster and a script."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from combatlog.app.campaign import Campaign, start_fight
from combatlog.app.results import Result
from combatlog.app.session import Session
from events.errors import CombatlogError, Refused, Unreadable
from events.store.memory import MemoryStore
from events.types.names import suggest


class Example(NamedTuple):
    """One example: a roster, which names title, game id and dice, and a script."""

    name: str
    title: str
    game: str
    roster: Path
    script: Path


def find_folder() -> Path:
    """Return the folder of the examples: beside the code in a checkout, else in the package."""
    packaged = Path(__file__).parent.parent / "examples"
    return packaged if packaged.is_dir() else Path(__file__).parents[2] / "examples"


def list_examples() -> list[Example]:
    """Return every example by name. The one that the demo plays by default comes first."""
    found = []
    for script in sorted(find_folder().glob("*.fight")):
        roster = script.with_suffix(".toml")
        head = tomllib.loads(roster.read_text("utf-8"))
        found.append(Example(script.stem, head["title"], head["game"], roster, script))
    return sorted(found, key=lambda example: example.name != "bridge-ambush")


def find_example(name: str) -> Example:
    """Return the example whose name begins so, by default the first. Raises `Refused` with the
    nearest name where there is none."""
    every = list_examples()
    if not name:
        return every[0]
    for example in every:
        if example.name.startswith(name):
            return example
    raise Refused(f"There is no example “{name}”{suggest(name, [each.name for each in every])}.")


class PlayedLine(NamedTuple):
    """A line of a script: the `text` of a comment, or of a command with its result."""

    text: str
    result: Result | None
    session: Session


def play_example(example: Example, into: Campaign | None = None) -> Iterator[PlayedLine]:
    """Play an example into a campaign (by default in memory, without a trace), line by line.

    The first and the last are empty lines, for the state at the beginning and at the end.
    """
    campaign = into or Campaign(MemoryStore(), by="the referee")
    session = Session(campaign, start_fight(campaign, [example.roster], "", "", None))
    yield PlayedLine("", None, session)
    for number, line in enumerate(example.script.read_text("utf-8").splitlines(), start=1):
        text = line.strip()
        if text.startswith("#"):
            yield PlayedLine(text.lstrip("# "), None, session)
        elif text:
            try:
                result = session.say(text)
                if result.refused is not None:
                    raise result.refused
            except CombatlogError as error:
                raise Unreadable(f"{example.script}, line {number}: {error}") from None
            yield PlayedLine(text, result, session)
    yield PlayedLine("", None, session)
