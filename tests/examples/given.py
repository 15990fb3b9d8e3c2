"""The example fights as the tests take them: played line by line, and how everybody is then."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple, TypeVar

from combatlog.app.campaign import Campaign, start_fight
from combatlog.app.examples import Example, find_example
from combatlog.app.fight import Fight
from combatlog.app.session import Session
from events.store.memory import MemoryStore
from projections.state.fight_state import Combatant, FightState

E = TypeVar("E")


def script(example: Example) -> list[str]:
    """What is said in an example, without its comments."""
    lines = example.script.read_text("utf-8").splitlines()
    return [line for line in lines if line.strip() and not line.startswith("#")]


def begun(example: Example) -> Session:
    """An example about to be played, in memory."""
    campaign = Campaign(MemoryStore(), by="test")
    return Session(campaign, start_fight(campaign, [example.roster], "", "", None))


def telling(example: Example) -> Iterator[tuple[str, Fight]]:
    """The fight as it stands after each line."""
    session = begun(example)
    for line in script(example):
        session.say(line)
        yield line, session.fight


@cache
def ended(name: str) -> Session:
    """An example, played to its end."""
    session = begun(find_example(name))
    for line in script(find_example(name)):
        session.say(line)
    return session


def whole(name: str) -> Fight:
    """The fight of an example, played to its end."""
    return ended(name).fight


def told(name: str, kind: type[E], **fields: object) -> list[E]:
    """The events of a kind with these fields on the line the fight ended on."""
    history = whole(name).history
    return [
        row.event
        for row in history.on_line(len(history))
        if isinstance(row.event, kind)
        and all(getattr(row.event, field) == value for field, value in fields.items())
    ]


def recorded(name: str, kind: type[E]) -> list[E]:
    """The events of a kind in the whole log, on whatever line."""
    return [row.event for row in whole(name).history.rows if isinstance(row.event, kind)]


def block(numbers: dict[str, int]) -> str:
    """Numbers as a block: `4/10/12/9`."""
    return "/".join(map(str, numbers.values()))


class Stands(NamedTuple):
    """How somebody is: scores, maxima, standing (and how), conditions, wounds (and what they
    wait for)."""

    scores: str
    maxima: str
    standing: str = "in"
    conditions: tuple[str, ...] = ()
    wounds: tuple[str, ...] = ()


def stands(one: Combatant) -> Stands:
    """How somebody is."""
    return Stands(
        block(one.scores),
        block(one.maxima),
        f"{one.standing}: {one.how}" if one.standing == "gone" else one.standing,
        tuple(condition.name for condition in one.conditions),
        tuple(
            f"{wound.label}, awaits {wound.awaits}" if wound.awaits else wound.label
            for wound in one.wounds
        ),
    )


def everybody(state: FightState) -> dict[str, Stands]:
    """How everybody is, by name."""
    return {one.name: stands(one) for one in state.combatants.values()}


def fresh(scores: str) -> Stands:
    """Unhurt."""
    return Stands(scores, scores)


def out(scores: str, maxima: str) -> Stands:
    """A foe with critical damage."""
    return Stands(scores, maxima, "in", ("out of action",), ("critical damage, awaits aid",))
