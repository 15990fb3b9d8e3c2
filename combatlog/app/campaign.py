"""A campaign: one event store, many fights."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType

from combatlog.app.fight import Fight, name_seed
from combatlog.app.fight_list import FightEntry, find_fight, list_fight
from events.serialization.codec import clean_event
from events.store.campaign_file import create_campaign, open_campaign
from events.store.envelope import Entry
from events.store.memory import MemoryStore
from events.store.protocol import Store
from events.types.declarations import DiceMode, FightStarted, Join
from events.types.game import Game
from events.types.names import check_name, clean_text
from events.types.sheets import Sheet
from projections.queries.carry_over import carry_sheet
from projections.state.fight_state import FightState
from projections.state.fold import fold_line
from rulesets.core.play import create_secret, hash_secret
from rulesets.definitions.library import load_game

_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


class Campaign:
    """The fights of one event store. `by` is the name that is recorded with each command."""

    def __init__(self, store: Store, by: str = "") -> None:
        self.store = store
        self.by = clean_text(by)

    def start(
        self,
        title: str,
        game: str | Path | Game,
        *,
        dice: DiceMode = "digital",
        sheets: Iterable[Sheet] = (),
    ) -> Fight:
        """Start a fight and return it.

        `game` is the id of a shipped game, the path of a file of one's own, or what `load_game`
        returned. The sheets join as one command. Raises `Refused` for an unknown game or a sheet
        that does not fit it, `Unreadable` for a file that is no game; then nothing is started.
        """
        from rulesets.definitions.playability import (
            check_game,  # reading commands do not wait for it
        )

        definition = game if isinstance(game, Game) else load_game(str(game))
        check_game(definition)
        secret = create_secret()
        sealed = hash_secret(secret)
        id = "".join(secrets.choice(_ALPHABET) for _ in range(8))
        draft = MemoryStore(self.store.clock)
        started = clean_event(FightStarted(check_name(title), definition, dice, sealed))
        draft.append(id, 0, [Entry(started)], by=self.by, secrets={sealed: secret})
        if joins := [Join(sheet) for sheet in sheets]:
            Fight(draft, id, self.by).declare(*joins)
        # Two commands, so that an undo takes back the joins alone; one transaction, so that an
        # interruption or a refused sheet leaves nothing behind.
        seed = {name_seed(id): create_secret()}
        self.store.adopt(id, list(draft.rows(id)), {sealed: secret, **seed})
        return Fight(self.store, id, self.by)

    def fight(self, name: str = "") -> Fight:
        """Return the fight of this number, id or beginning of a title, by default the latest."""
        return Fight(self.store, find_fight(self.store, name), self.by)

    def find(self, name: str = "") -> FightEntry:
        """Return how a fight is listed. Raises `Refused` where the name fits none or several."""
        id = find_fight(self.store, name)
        return list_fight(self.store, self.store.fights().index(id) + 1, id)

    def fights(self) -> Iterator[FightEntry]:
        """Yield every fight as it is listed, in the order they were started."""
        for number, id in enumerate(self.store.fights(), start=1):
            yield list_fight(self.store, number, id)

    def carried_on(
        self, fight: str, was: FightState, now: FightState
    ) -> Iterator[tuple[str, list[str]]]:
        """Yield the fights that this change concerns: title, and names of combatants.

        A fight is concerned where a combatant came over from this one and would come over in
        another shape from the state `now` than from the state it `was`.
        """
        for id in self.store.fights():
            if id == fight:
                continue
            there = fold_line(self.store, id, self.store.head(id).seq)
            names = [
                one.name
                for one in there.combatants.values()
                if one.origin.startswith(f"{fight}/") and _differs(one.origin, was, now)
            ]
            if names:
                yield there.title, names

    def close(self) -> None:
        """Close the file."""
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


def _differs(origin: str, was: FightState, now: FightState) -> bool:
    """Return whether the combatant would be carried over in another shape."""
    who = origin.partition("/")[2]
    then, today = was.combatants.get(who), now.combatants.get(who)
    if then is None or today is None:
        return then is not today
    return carry_sheet(then, origin) != carry_sheet(today, origin)


def create(path: str | Path, by: str = "") -> Campaign:
    """Create a campaign file. Raises `CampaignError` where the path is taken."""
    return Campaign(create_campaign(path), by)


def open(path: str | Path, by: str = "") -> Campaign:
    """Open a campaign file. Raises `CampaignError` where it cannot be used."""
    return Campaign(open_campaign(path), by)
