"""A campaign: one event store, many fights; and starting a fight from rosters."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from shlex import quote
from types import TracebackType
from typing import TYPE_CHECKING, Any, get_args

from combatlog.app.fight import Fight
from combatlog.app.fight_list import FightEntry, find_fight, read_fight_entry
from events.errors import Conflict, Damaged, KeyReused, Refused, Unreadable
from events.serialization.codec import clean_event
from events.serialization.toml_file import parse_toml, read_text_file
from events.store.envelope import Entry, Recorded, decode_row
from events.store.memory import MemoryStore
from events.store.opening import create_store, open_store
from events.store.protocol import Store
from events.types.base import Game
from events.types.commitments import Closed, SecretOpened
from events.types.declarations import DiceMode, EndFight, FightStarted, Join
from events.types.keys import KeyBound
from events.types.log_events import CampaignTitled, SecretRevealed
from events.types.names import check_name, clean_text
from events.types.rolls import Rolled
from events.types.sheets import Sheet
from events.types.unions import AnyEvent
from projections.queries.carry_over import carry_sheet
from projections.state.fight_state import FightState
from projections.state.fold import fold_line
from replay.audit.chain import find_first_break
from rulesets.core.sealed_dice import EpochDice, create_secret, hash_secret
from rulesets.definitions.roster import LONGEST_ROSTER, read_roster
from rulesets.definitions.shipped import GAMES, load_game

if TYPE_CHECKING:
    from combatlog.app.signing import FindKey

_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


class Campaign:
    """The fights of one event store. `by` is the name that is recorded with each command,
    `find_key` returns the key that signs for it, None if there is none."""

    def __init__(self, store: Store, by: str = "", find_key: FindKey | None = None) -> None:
        self.store = store
        self.by = clean_text(by)
        self.find_key = find_key

    def start(
        self,
        title: str,
        game: str | Path | Game,
        *,
        dice: DiceMode = "digital",
        sheets: Iterable[Sheet] = (),
        key: str = "",
    ) -> Fight:
        """Start a fight and return it. With an idempotency `key`, a second time return the same
        fight.

        `game` is the id of a shipped game, the path of a file of one's own, or what `load_game`
        returned. The sheets join as one command. Your own key is bound to your name, and the
        known keys of the campaign to theirs. Raises `Refused` for an unknown game or a sheet
        that does not fit it, `Unreadable` for a file that is no game; then nothing is started.
        """
        from rulesets.definitions.playability import (
            check_game,  # reading commands do not wait for it
        )

        definition = game if isinstance(game, Game) else load_game(str(game))
        check_game(definition)
        id = _make_id(key)
        if key and id in self.store.fights():
            return self._find_started(id, check_name(title), definition, key)
        sealed, started = self._seal(id, check_name(title), definition, dice)
        draft = MemoryStore(self.store.clock, self.store.format)
        events, said = self._bind_keys(id, clean_event(started))
        draft.append(id, 0, [*map(Entry, events)], by=self.by, secrets=sealed, said=said)
        if joins := [Join(sheet) for sheet in sheets]:
            Fight(draft, id, self.by, self.find_key).declare(*joins)
        # Two commands, so that an undo takes back the joins alone; one transaction, so that an
        # interruption or a refused sheet leaves nothing behind.
        self.store.adopt(id, list(draft.rows(id)), sealed)
        return Fight(self.store, id, self.by, self.find_key)

    def _find_started(self, id: str, title: str, game: Game, key: str) -> Fight:
        """Return the fight that was started under a key. Raises `KeyReused` if it is another."""
        fight = Fight(self.store, id, self.by, self.find_key)
        started = fight.history[1].event
        if not isinstance(started, FightStarted) or (started.title, started.game) != (title, game):
            raise KeyReused(key)
        return fight

    def _bind_keys(self, id: str, started: FightStarted) -> tuple[Sequence[AnyEvent], str | None]:
        """Return the start of a fight with the keys that are bound with it, and what is said for
        it."""
        own = self.find_key() if self.find_key is not None else None
        if self.store.format == 1 or (own is None and not self._has_keys()):
            return [started], None
        from combatlog.app.known_keys import list_first_bindings, say_start

        bound = list_first_bindings(self.store, self.by, own)
        events: list[AnyEvent] = [started, *bound]
        keys = [each.key for each in bound if isinstance(each, KeyBound)]
        if own is None or own.public not in keys:
            return events, None
        return events, say_start(id, events, own, self.store.clock())

    def has_revoked_key(self) -> bool:
        """Return whether the key at hand was revoked in this campaign: it signs nothing here, and
        `start` binds no key for its owner."""
        own = self.find_key() if self.find_key is not None else None
        if own is None or not self._has_keys():
            return False
        from combatlog.app.known_keys import find_known_keys

        return own.id in find_known_keys(self.store).revoked

    def _has_keys(self) -> bool:
        return next(self.store.tagged("key-"), None) is not None

    def _seal(
        self, id: str, title: str, game: Game, dice: DiceMode
    ) -> tuple[dict[str, bytes], FightStarted]:
        """Return a new secret of the dice by its commitment, and the first event of a fight that
        commits to it: in a campaign of format 1 by its rule."""
        secret = create_secret()
        if self.store.format == 1:
            sealed = hash_secret(secret)
            return {sealed: secret}, FightStarted(title, game, dice, sealed)
        root = EpochDice(id, secret)
        anchor, epochs, after = root.commitment, root.epochs, self._find_last_head()
        started = FightStarted(title, game, dice, anchor=anchor, epochs=epochs, after=after)
        return {anchor: secret}, started

    @property
    def title(self) -> str:
        """The title of the campaign; empty if it has none."""
        fights = self.store.fights()
        titles = [
            event.title
            for fight, row in self.store.tagged("campaign-titled")
            if fight == fights[0] and isinstance(event := decode_row(row).event, CampaignTitled)
        ]
        return titles[-1] if titles else ""

    def rename(self, title: str, key: str = "") -> list[Recorded]:
        """Give the campaign a title. It is recorded in the first fight, beside its line. Raises
        `Refused` where there is no fight yet, or for what is no name."""
        fights = self.store.fights()
        if not fights:
            raise Refused(
                "The title is recorded in the first fight, and there is none yet; start it first."
            )
        return Fight(self.store, fights[0], self.by, self.find_key).title_campaign(title, key)

    def _find_last_head(self) -> str:
        """Return the head of the fight that was started last, as `fight:seq:digest`."""
        fights = self.store.fights()
        if not fights:
            return ""
        head = self.store.head(fights[-1])
        return f"{fights[-1]}:{head.seq}:{head.digest.hex()}"

    def fight(self, name: str = "") -> Fight:
        """Return the fight of this number, id or beginning of a title, by default the latest.
        Raises `Damaged` where a row of it is not as it was recorded: nobody plays on with that."""
        id = find_fight(self.store, name)
        if self.store.path:
            _refuse_broken(self.store, id)
        return Fight(self.store, id, self.by, self.find_key)

    def find(self, name: str = "") -> FightEntry:
        """Return how a fight is listed. Raises `Refused` where the name fits none or several."""
        id = find_fight(self.store, name)
        return read_fight_entry(self.store, self.store.fights().index(id) + 1, id)

    def fights(self) -> Iterator[FightEntry]:
        """Yield every fight as it is listed, in the order they were started."""
        for number, id in enumerate(self.store.fights(), start=1):
            yield read_fight_entry(self.store, number, id)

    def find_affected_fights(
        self, fight: str, was: FightState, now: FightState
    ) -> Iterator[tuple[str, list[str]]]:
        """Yield the later fights that a change of this one affects: title, and combatants' names.

        A fight is affected if a combatant was carried over into it from this one, and would be
        carried over with other numbers from the state `now` than from the state `was`.
        """
        for id in self.store.fights():
            if id == fight:
                continue
            there = fold_line(self.store, id, self.store.head(id).seq)
            names = [
                one.name
                for one in there.combatants.values()
                if one.origin.startswith(f"{fight}/")
                and _is_carried_over_otherwise(one.origin, was, now)
            ]
            if names:
                yield there.title, names

    def close_ended_fights(self, why: str = "") -> list[str]:
        """Close the dice of every fight that has ended and has drawn dice whose secret is not open;
        return the titles. Fights that cannot be read, whose secret is not here, that others go
        on recording, or that the key at hand cannot sign stay as they are. Raises
        `Unwritable` if nothing can be written."""
        closed = []
        for id in self.store.fights():
            with suppress(Damaged, Unreadable, Conflict, Refused):
                if not self._may_be_open(id):
                    continue
                fight = Fight(self.store, id, self.by, self.find_key)
                if fight.state.ended and fight.has_open_dice:
                    fight.close(why)
                    closed.append(fight.state.title)
        return closed

    def _may_be_open(self, fight: str) -> bool:
        """Return whether the dice of a fight may still have to be closed: its end was declared, and
        a die drawn since the last close, on whatever line. It only looks at each event once."""
        (last,) = self.store.tail(fight, 1)
        if self.store.format_of(fight) == 1 or isinstance(last.event, SecretOpened):
            return False
        has_ended = has_drawn = False
        for event in (event for events in self.store.bodies(fight) for event in events):
            match event:
                case EndFight():
                    has_ended = True
                case Rolled(draw=int()):
                    has_drawn = True
                case Closed() | SecretRevealed():
                    has_drawn = False
        return has_ended and has_drawn

    def checkpoint(self) -> None:
        """Write everything recorded into the campaign file itself, so that a copy of this one file
        is complete. Closing does it, too."""
        self.store.checkpoint()

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


def _make_id(key: str) -> str:
    """Return the id of a new fight: by chance, or always the same one for a key."""
    if not key:
        return "".join(secrets.choice(_ALPHABET) for _ in range(8))
    digest = sha256(key.encode()).digest()
    return "".join(_ALPHABET[each % len(_ALPHABET)] for each in digest[:12])


def _refuse_broken(store: Store, fight: str) -> None:
    """Raise `Damaged` if the digests of a fight do not hang together."""
    broken = find_first_break(fight, store.rows(fight))
    if broken is not None:
        path = quote(store.path)
        raise Damaged(
            store.path,
            f"#{broken.seq} {broken.said}, so nothing more is recorded in this fight",
            f"combatlog audit -c {path} says more, and combatlog rescue {path} writes what can"
            " still be read to a new file",
        )


def _is_carried_over_otherwise(origin: str, was: FightState, now: FightState) -> bool:
    """Return whether the combatant would be carried over with other numbers."""
    who = origin.partition("/")[2]
    then, today = was.combatants.get(who), now.combatants.get(who)
    if then is None or today is None:
        return then is not today
    return carry_sheet(then, origin) != carry_sheet(today, origin)


def create(path: str | Path, by: str = "", find_key: FindKey | None = None) -> Campaign:
    """Create a campaign in a file, or in a database (`events.store.opening`). Raises
    `CampaignError` where the path or the name is taken."""
    return Campaign(create_store(path), by, find_key)


def open(path: str | Path, by: str = "", find_key: FindKey | None = None) -> Campaign:
    """Open a campaign in a file, or in a database. Raises `CampaignError` where it cannot be
    used."""
    return Campaign(open_store(path), by, find_key)


def start_fight(
    campaign: Campaign, rosters: list[Path], title: str, game: str, dice: str | None
) -> Fight:
    """Start a fight. What is not given is taken from the first roster that has it.

    Raises `Refused` or `Unreadable`, and then nothing is started.
    """
    heads = [_read_head(roster) for roster in rosters]
    definition = _choose_game(game, rosters, heads)
    sheets = [sheet for roster in rosters for sheet in read_roster(roster, definition)]
    title = title or _find_first(heads, "title") or definition.name
    chosen = dice or _find_first(heads, "dice")
    modes: tuple[DiceMode, ...] = get_args(DiceMode)
    mode: DiceMode = next((each for each in modes if each == chosen), "digital")
    return campaign.start(title, definition, dice=mode, sheets=sheets)


def _choose_game(name: str, rosters: list[Path], heads: list[dict[str, Any]]) -> Game:
    """Return the given game, or the first that a roster names. A file is looked for beside that
    roster."""
    if name:
        return load_game(name)
    for roster, head in zip(rosters, heads, strict=True):
        if isinstance(named := head.get("game"), str):
            return load_game(named, roster.parent)
    raise Refused(f"Say which game, like: --game {GAMES[0]} (combatlog games lists them).")


def _read_head(roster: Path) -> dict[str, Any]:
    """Return the top-level table of a roster. Raises `Unreadable` where it is no TOML file."""
    try:
        return parse_toml(read_text_file(roster, LONGEST_ROSTER, "a roster"))
    except Refused as refused:
        raise Unreadable(f"{roster}: {refused}") from None


def _find_first(heads: list[dict[str, Any]], key: str) -> str:
    return next((head[key] for head in heads if isinstance(head.get(key), str)), "")
