"""Helpers to read a replay page back: its data, and the states that its script makes of them."""

from __future__ import annotations

import base64
import json
import zlib
from functools import cache
from typing import Any
from weakref import WeakKeyDictionary

from combatlog.app.campaign import Campaign
from combatlog.app.examples import find_example, play_example
from combatlog.export.html_replay import render_replay_page
from combatlog.export.html_replay.page import pack_data
from combatlog.export.html_replay.replay_data import PARENT
from events.store.memory import MemoryStore
from projections.queries.visibility import Audience
from replay.log.event_log import History
from tests.golden import archive_of, golden_fights, read_back

Shown = dict[str, dict[str, Any]]

_pages: WeakKeyDictionary[History, dict[object, str]] = WeakKeyDictionary()


@cache
def example(name: str) -> History:
    """Return the fight of an example, played once for all tests: none may add to it."""
    store = MemoryStore()
    for _ in play_example(find_example(name), Campaign(store, by="the referee")):
        pass
    return history_of(store, *store.fights())


def render_page(history: History, audience: Audience = "players", **options: Any) -> str:
    """Return the page of a fight as `render_replay_page` does, made once for all tests. Who changes
    how pages are made takes a `History` of their own."""
    kept = _pages.setdefault(history, {})
    key = (len(history), audience, *sorted(options.items()))
    if key not in kept:
        kept[key] = render_replay_page(history, audience=audience, **options)
    return kept[key]


def data_of(page: str) -> dict[str, Any]:
    """Return the data of a page, with the words, changes and rest that a row takes from an earlier
    one."""
    read: dict[str, Any] = unpack_data(page)
    read["rows"] = _read_rows(read["rows"])
    return read


def rows_of(page: str) -> list[list[Any]]:
    """Return the rows of a page: those of the log, and behind them those of its what-ifs."""
    read = unpack_data(page)
    imagined = (row for each in what_ifs_of(read) for row in each["rows"])
    return _read_rows([*read["rows"], *imagined])


def what_ifs_of(data: dict[str, Any]) -> list[dict[str, Any]]:
    """Return all what-ifs of a page, in their places."""
    return [*data["whatIfs"], *data["moreWhatIfs"], *data["lineWhatIfs"]]


def _read_rows(given: list[list[Any]]) -> list[list[Any]]:
    rows = [_whole(row) for row in given]
    for row in rows:
        for part in (1, 2, 3):
            if isinstance(row[part], int) and row[part]:
                row[part] = rows[row[part] - 1][part]
    for row in rows:
        row[1] = row[1].replace(PARENT, str((row[3] or {}).get("p")))
    return rows


def unpack_data(page: str) -> Any:
    """Return the data of the page of a replay."""
    return json.loads(zlib.decompress(base64.b64decode(find_data(page))))


def find_data(page: str) -> str:
    """Return the packed data of the page of a replay."""
    return page.split(' id="data"', 1)[1].split(">", 1)[1].split("<", 1)[0]


def open_out(page: str) -> str:
    """Return a page with its data as plain JSON, to search it for words."""
    packed = find_data(page)
    return page.replace(packed, json.dumps(unpack_data(page), ensure_ascii=False))


def replace_in_data(page: str, old: str, new: str) -> str:
    """Return a page with other words in its data, which has the old ones."""
    packed = find_data(page)
    text = json.dumps(unpack_data(page), ensure_ascii=False, separators=(",", ":"))
    assert old in text
    return page.replace(packed, pack_data(json.loads(text.replace(old, new))))


def page_data(history: History, audience: Audience = "referee") -> dict[str, Any]:
    """Return the data of the page of a fight."""
    return data_of(render_page(history, audience=audience))


def states_of(data: dict[str, Any]) -> list[Shown]:
    """Return what is shown after every event, by combatant; before the first, nothing."""
    states: list[Shown] = [{}]
    for seq, (_, _, changes, more) in enumerate(map(_whole, data["rows"]), start=1):
        parent = (more or {}).get("p", seq - 1)
        now = {whose: dict(values) for whose, values in states[parent].items()}
        for whose, values in (changes or {}).items():
            merged = {**now.get(whose, {}), **values}
            now[whose] = {key: value for key, value in merged.items() if value is not None}
        states.append({whose: values for whose, values in now.items() if values})
    return states


def marks_of(data: dict[str, Any]) -> dict[int, str]:
    """Return how events were undone, by event."""
    found: dict[int, str] = {}
    for place, by, *runs in data["marks"]:
        words = data["reasons"][place]
        words = words.replace("#", f"#{by}", 1) if by else words
        seq = 0
        for apart, undone in zip(runs[::2], runs[1::2], strict=True):
            found |= {seq + apart + each: words for each in range(1, undone + 1)}
            seq += apart + undone
    return found


def more_of(data: dict[str, Any], seq: int) -> dict[str, Any]:
    """Return the last value of a row."""
    more: dict[str, Any] = _whole(data["rows"][seq - 1])[3] or {}
    return more


def _whole(row: list[Any]) -> list[Any]:
    return row + [0] * (4 - len(row))


@cache
def recorded(game: str, *numbers: int) -> list[History]:
    """Return recorded random fights of a game, of its oldest format; from 16 on they have
    corrections. None may add to them."""
    found = []
    for each in golden_fights(game, 1 if archive_of(game, 1).exists() else 2):
        if each.number in numbers:
            store, fight = read_back(each.lines)
            found.append(History(store.read(fight)))
    return found


def history_of(store: MemoryStore, fight: str = "fight") -> History:
    """Return the log of a fight in memory."""
    return History(store.read(fight))
