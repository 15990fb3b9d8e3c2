"""Why something of the past is impossible now, as it is recorded."""

from __future__ import annotations

import re
from functools import cached_property

from events.errors import Refused
from events.store.envelope import Recorded
from events.types.corrections import Skipped
from events.types.declarations import Join
from events.types.statements import Rename
from projections.state.fight_state import FightState
from replay.log.event_log import History

_HINT = re.compile(r" \((?:did you mean|there is|to insist)[^()]*\)")
_NOBODY = re.compile("Nobody here is called “(.+)”")


class Reasons:
    """Reasons in the words of a fight that stands as `was`."""

    def __init__(self, history: History, was: FightState) -> None:
        self._history = history
        self._was = was

    def of(self, refused: Refused, row: Recorded) -> str:
        """Why an input was refused, without what could be said at the table instead. What was
        skipped for the same reason before keeps its words."""
        why = _HINT.sub("", str(refused)).rstrip(".")
        nobody = _NOBODY.fullmatch(why)
        names = self._names(nobody.group(1)) if nobody is not None else []
        reasons = [f"{name} is not there" for name in names] or [why]
        before = row.event.why if isinstance(row.event, Skipped) else ""
        return before if before in reasons else reasons[0]

    def _names(self, id: str) -> list[str]:
        """What somebody is called, the present name first; nobody has none."""
        one = self._was.combatants.get(id)
        return [*([one.name] if one is not None else []), *reversed(self._called.get(id, ()))]

    @cached_property
    def _called(self) -> dict[str, list[str]]:
        """What everybody was ever called, on any line, by id."""
        called: dict[str, list[str]] = {}
        for row in self._history.rows:
            event = row.event.input if isinstance(row.event, Skipped) else row.event
            if isinstance(event, Join):
                called.setdefault(event.sheet.id, []).append(event.sheet.name)
            elif isinstance(event, Rename):
                called.setdefault(event.who, []).append(event.name)
        return called
