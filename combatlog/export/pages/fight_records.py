"""The fights of a campaign while its pages are written. They wait in a temporary file, so that a
campaign of any length fits into memory."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Sequence
from functools import partial
from tempfile import TemporaryFile
from typing import overload

from combatlog.export.pages.page_context import FightReader, FightRecord
from events.types.base import Game

_HELD = 4
"""So many fights are held in memory: pages that follow each other often tell of the same."""

_NO_GAME = Game("", "", "", 0, {}, {})


class FightRecords(Sequence[FightRecord]):
    """Fights in their order, each read when it is asked for. `ids` and `titles` are held."""

    def __init__(self, reader: FightReader, records: Iterable[FightRecord]) -> None:
        self.ids: list[str] = []
        self.titles: list[str] = []
        self._reader = reader
        self._file = TemporaryFile()  # noqa: SIM115 - it goes with this object
        self._ends = [0]
        self._games: list[Game] = []
        self._played: list[int] = []
        self._held: dict[int, FightRecord] = {}
        for record in records:
            self._keep(record)

    def _keep(self, record: FightRecord) -> None:
        self.ids.append(record.listed.id)
        self.titles.append(record.state.title)
        self._played.append(self._place_game(record.state.game))
        record.state.game = _NO_GAME  # the largest part of a state, and few campaigns have several
        size = self._file.write(pickle.dumps(record[:-1]))  # without `read`, its last field
        self._ends.append(self._ends[-1] + size)

    def _place_game(self, game: Game) -> int:
        if game not in self._games:
            self._games.append(game)
        return self._games.index(game)

    def _load(self, place: int) -> FightRecord:
        if place not in self._held:
            if len(self._held) == _HELD:
                del self._held[next(iter(self._held))]  # the one that was read first
            self._held[place] = self._read(place)
        return self._held[place]

    def _read(self, place: int) -> FightRecord:
        begin, end = self._ends[place : place + 2]
        self._file.seek(begin)
        listed, state, *rest = pickle.loads(self._file.read(end - begin))
        state.game = self._games[self._played[place]]
        return FightRecord._make([listed, state, *rest, partial(self._reader.read_log, listed)])

    def __len__(self) -> int:
        return len(self.ids)

    @overload
    def __getitem__(self, place: int) -> FightRecord: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[FightRecord]: ...
    def __getitem__(self, place: int | slice) -> FightRecord | Sequence[FightRecord]:
        if isinstance(place, slice):
            return [self._load(each) for each in range(len(self))[place]]
        return self._load(range(len(self))[place])
