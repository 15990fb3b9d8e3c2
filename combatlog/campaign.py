"""A campaign: one file, many fights."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType

import msgspec

from combatlog.fight import Fight
from events.declarations import DiceMode, FightStarted, Join
from events.errors import Refused
from events.names import checked_name, folded
from events.rows import Entry
from events.sheets import Sheet
from events.sqlite import create_campaign, open_campaign
from events.store import Store
from rulesets.dice import new_secret, seal
from rulesets.registry import load_game

_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


class Listed(msgspec.Struct, frozen=True):
    """A fight in a campaign's list: `number` counts from 1 in the order they were started."""

    number: int
    id: str
    title: str
    game: str
    events: int
    started: str


class Campaign:
    """The fights in one store. `by` is who records."""

    def __init__(self, store: Store, by: str = "") -> None:
        self.store = store
        self.by = by

    def start(
        self,
        title: str,
        game: str,
        *,
        dice: DiceMode = "digital",
        sheets: Iterable[Sheet] = (),
    ) -> Fight:
        """Start a fight; the sheets join it as one command. Raises `Refused` for an unknown
        game or a sheet that game cannot read, and then nothing is started."""
        definition = load_game(game)
        secret = new_secret()
        sealed = seal(secret)
        started = FightStarted(checked_name(title), definition, dice, sealed)
        sheets = list(sheets)
        self._rehearse(started, sheets)
        id = "".join(secrets.choice(_ALPHABET) for _ in range(8))
        self.store.append(id, 0, [Entry(started)], by=self.by, secrets={sealed: secret})
        fight = Fight(self.store, id, self.by)
        if sheets:
            fight.declare(*(Join(sheet) for sheet in sheets))
        return fight

    def _rehearse(self, started: FightStarted, sheets: list[Sheet]) -> None:
        """Let the sheets join a fight in memory first, so that a bad one starts nothing."""
        from events.memory import MemoryStore

        store = MemoryStore()
        store.append("rehearsal", 0, [Entry(started)])
        Fight(store, "rehearsal").declare(*(Join(sheet) for sheet in sheets))

    def fight(self, name: str = "") -> Fight:
        """The fight of this number, id or beginning of a title; the latest by default."""
        return Fight(self.store, self.find(name).id, self.by)

    def find(self, name: str = "") -> Listed:
        """The same, as it is listed; raises `Refused` where none or several are meant."""
        every = list(self.fights())
        if not every:
            raise Refused("This campaign has no fight yet; combatlog start TITLE begins one.")
        if not name:
            return every[-1]
        found = [one for one in every if name in (str(one.number), one.id)]
        found = found or [one for one in every if folded(one.title) == folded(name)]
        found = found or [one for one in every if folded(one.title).startswith(folded(name))]
        if len(found) != 1:
            titles = ", ".join(f"{one.number} {one.title}" for one in every[-8:])
            raise Refused(f"“{name}” names no one fight; there are: {titles}.")
        return found[0]

    def fights(self) -> Iterator[Listed]:
        """Every fight, in the order they were started."""
        for number, id in enumerate(self.store.fights(), start=1):
            first = next(self.store.read(id, upto=1))
            assert isinstance(first.event, FightStarted), "a fight begins by being started"
            yield Listed(
                number,
                id,
                first.event.title,
                first.event.game.name,
                self.store.head(id).seq,
                first.at,
            )

    def close(self) -> None:
        """Let go of the file."""
        self.store.close()

    def __enter__(self) -> Campaign:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def create(path: str | Path, by: str = "") -> Campaign:
    """Make a campaign file; raises `CampaignError` where something is there already."""
    return Campaign(create_campaign(path), by)


def open(path: str | Path, by: str = "") -> Campaign:
    """Open a campaign file; raises `CampaignError` where it cannot be used."""
    return Campaign(open_campaign(path), by)
