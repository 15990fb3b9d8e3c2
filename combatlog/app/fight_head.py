"""The head of a fight: declarations and dice are recorded there, under idempotency keys, signed
where somebody has a key; others may have moved it meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from secrets import token_bytes
from typing import TYPE_CHECKING

import msgspec

from events.errors import Conflict, KeyReused, Refused, Replaced, Unanswered, Unreadable
from events.serialization.codec import NO_TEXT, check_types
from events.store.command_index import RecordedCommand
from events.store.envelope import Entry, Recorded
from events.store.protocol import Store
from events.store.statements import NO_REQUEST, Request, check_key, find_request, join_answers
from events.types.names import clean_text
from events.types.rolls import Asked
from events.types.unions import Declaration
from projections.state.fight_state import FightState
from replay.command_handler import CommandHandler
from replay.log.commitments import DiceSupply
from replay.log.event_log import History
from rulesets.core.sealed_dice import Entropy

if TYPE_CHECKING:
    from combatlog.app.known_keys import RevokedElsewhere
    from combatlog.app.signing import FindKey
    from events.signatures import SigningKey


class FightHead:
    """A fight at its head, as somebody plays on: what they declare and roll is recorded. `Fight`
    has the other commands."""

    def __init__(
        self,
        store: Store,
        id: str,
        by: str = "",
        find_key: FindKey | None = None,
        entropy: Entropy = token_bytes,
    ) -> None:
        self.id = id
        self.find_key = find_key
        self.by = clean_text(by)
        self._store = store
        self._entropy = entropy
        self._elsewhere: RevokedElsewhere | None = None
        self._is_unanswered = False
        """Whether the last append got no answer, and nothing was read since."""
        self._unused = ""
        """A key under which nothing was recorded when that was last looked up."""
        self._secrets: dict[str, bytes] = {}
        """The secrets that were read, by their commitment."""
        self.history = History(store.read(id))
        if not len(self.history):
            raise Refused(f"There is no fight {id} in this campaign.")
        self.state = self.history.state(len(self.history))

    def declare(self, *declarations: Declaration, key: str = "", line: str = "") -> list[Recorded]:
        """Record declarations, and the outcomes that follow from them, as one command.

        Only the last of them may draw dice. If an earlier one drew a die, a refusal of the next
        could depend on its face, and would tell it although nothing was recorded. Raises
        `TypeError` where one is no declaration, or has a field of another type.
        """
        for declaration in declarations:
            check_types(declaration)
        request = make_request(key, line, "declare", *(declarations if key and not line else ()))
        if (recorded := self._find_by_key(key, request)) is not None:
            return recorded
        handler = CommandHandler(self.state.copied(), len(self.history), self._supply)
        for left, declaration in enumerate(declarations, 1 - len(declarations)):
            handler.declare(declaration, is_last=not left)
        return self._append(handler.entries, key, request, handler.state, handler.new_secrets)

    def roll(
        self,
        face: int | None = None,
        *,
        by: str = "",
        die: str = "",
        key: str = "",
        line: str = "",
    ) -> list[Recorded]:
        """Record one awaited die as a command of its own, with its outcomes.

        `face` is what was typed; None draws the die. `by` (an id) and `die` choose among the
        awaited dice; the default is the first.
        """
        request = make_request(key, line, "roll", face, by, die)
        if (recorded := self._find_by_key(key, request)) is not None:
            return recorded
        asked = self.find_awaited_die(by, die)
        playing = self.history[self.state.playing]
        record = [
            (row.seq, row.event)
            for row in self.history.on_line(len(self.history))
            if row.seq > playing.seq
        ]
        before = self.history.state(playing.seq)
        handler = CommandHandler(before, len(self.history), self._supply)
        assert isinstance(playing.event, Declaration), "only declarations are played"
        handler.roll(asked, face, playing.event, record)
        if not handler.entries:
            raise Refused(
                "This die belongs to no declaration that is being played; undo, and declare again."
            )
        return self._append(handler.entries, key, request, handler.state, handler.new_secrets)

    def find_awaited_die(self, by: str = "", die: str = "") -> Asked:
        """Return the first awaited die of this roller (an id) and kind. Raises `Refused` if none
        fits."""
        if not self.state.awaited:
            raise Refused("No dice are awaited just now.", clause="ALL-02")
        if found := self.state.awaited_of(by, die):
            return found[0]
        name = self.state.combatants[by].name if by in self.state.combatants else by
        wanted = " ".join(filter(None, [name, die]))
        raise Refused(f"No {wanted} is awaited just now.", clause="ALL-02")

    def refresh(self) -> list[Recorded]:
        """Read the events that others have recorded since, and return them. Raises `Replaced` if
        they do not follow from the last one that is known here."""
        last = len(self.history)
        known, fresh = None, list(self._store.read(self.id, after=last - 1))
        if fresh:
            known, *fresh = fresh
        if known is None or known.digest != self.history[last].digest:
            raise Replaced(
                f"Event #{last} of this fight is not the one that was read here before, as after an"
                " older backup was put in place; open the fight again."
            )
        self._is_unanswered = False
        self._unused = ""
        if fresh:
            self.history.extend(fresh)
            self.state = self.history.state(len(self.history))
        return fresh

    def find_conflict(self) -> Conflict | None:
        """Bring the fight up to date. Return the conflict with what others have recorded since, or
        None."""
        before, is_unanswered = len(self.history), self._is_unanswered
        since = self.refresh()
        if not since:
            return None
        return Conflict(
            self.id,
            before,
            len(self.history),
            self.describe_commands(since),
            is_unanswered=is_unanswered and any(row.by == self.by for row in since),
        )

    def find_command(self, key: str) -> RecordedCommand | None:
        """Return what was recorded under a key in this campaign, in this fight first; None if
        nothing was. That is not looked up again until `forget_unused` or `refresh`: an append
        looks itself."""
        if key == self._unused:
            return None
        found = self._store.command(key, self.id)
        if found is None:
            self._unused = key
        return found

    def forget_unused(self) -> None:
        """Look up every key again."""
        self._unused = ""

    def find_recorded(self, key: str, line: str) -> list[Recorded] | None:
        """Return what this line recorded under this key before, or None. A line that began a
        correction has recorded it, whatever was answered then."""
        request = self._find_request(key, line)
        return None if request is None else self._find_by_key(key, request)

    def find_answers(self, key: str, line: str) -> list[str] | None:
        """Return the answers with which the correction was recorded that this line began under this
        key; None where the log does not keep them (format 1)."""
        request = self._find_request(key, line)
        if request is None or not self._keeps_said:
            return None
        return request.payload[len(line) :].split("\n")[1:]

    def _find_request(self, key: str, line: str) -> Request | None:
        """Return the request with this line that was recorded under this key here: the line itself,
        or with answers to the correction that it began. None if there is none. Raises `Unreadable`
        where what was said for that command is no statement."""
        request = make_request(key, line)
        command = self.find_command(key)
        if command is None or command.fight != self.id:
            return None
        if command.request == request.digest(self._store.format_of(self.id)):
            return request
        said = next(self._store.rows(self.id, command.first - 1, command.first)).said
        try:
            recorded = find_request(said)[1] if said is not None else NO_REQUEST
        except Unreadable as error:
            raise Unreadable(f"#{command.first} of this fight {error}") from None
        return recorded if recorded.payload.startswith(join_answers(line, [""])) else None

    @property
    def _keeps_said(self) -> bool:
        """Whether the log keeps what was said for a command with a key."""
        return self._store.format_of(self.id) > 1

    def _supply(self) -> DiceSupply:
        """Return the sealed dice that serve now."""
        return DiceSupply(self.id, self.history, self._find_secret, self._entropy)

    def _find_secret(self, commitment: str) -> bytes | None:
        found = self._secrets.get(commitment) or self._store.secret(self.id, commitment)
        if found is not None:
            self._secrets[commitment] = found
        return found

    def _move(
        self,
        make_entries: Callable[[], list[Entry]],
        key: str,
        request: Request,
        new: SigningKey | None = None,
    ) -> list[Recorded]:
        if (recorded := self._find_by_key(key, request)) is not None:
            return recorded
        return self._append(make_entries(), key, request, new=new)

    def _append(
        self,
        entries: Sequence[Entry],
        key: str,
        request: Request,
        state: FightState | None = None,
        secrets: Mapping[str, bytes] = {},
        new: SigningKey | None = None,
    ) -> list[Recorded]:
        """Append a command and continue from it. `state` is the fight after it, if known; `new` is
        a key that it binds."""
        before = len(self.history)
        said = None
        if self.history.keys is not None or new is not None:
            from combatlog.app.signing import Signing  # most fights have no keys

            said = Signing(self, self._store.clock()).sign(entries, key, request, new)
        options = {"by": self.by, "key": key}
        self._unused = ""
        try:
            recorded = self._store.append(
                self.id,
                before,
                entries,
                **options,
                request=request,
                secrets=secrets,
                said=said,
                digest=self.history[before].digest,
            )
        except Conflict as conflict:
            raise self.find_conflict() or conflict from None
        except Unanswered:
            self._is_unanswered = True
            raise
        if [row.event for row in recorded] != [entry.event for entry in entries] or (
            recorded and recorded[0].seq != before + 1
        ):
            self.refresh()  # another program used the same key first; these are its rows
            return recorded
        self.history.extend(recorded)
        self.state = state or self.history.state(len(self.history))
        return recorded

    def find_revoked_elsewhere(self) -> Collection[str]:
        """Return the ids of the keys that were revoked in the campaign's fights that were started
        there."""
        if self._elsewhere is None:
            from combatlog.app.known_keys import RevokedElsewhere

            self._elsewhere = RevokedElsewhere(self._store, self.id)
        return self._elsewhere.find()

    @property
    def keys_unread(self) -> str:
        """The sentence that another fight is damaged, and that the keys revoked there could not be
        read when somebody last signed here; empty if they could."""
        if self._elsewhere is None or not self._elsewhere.unread:
            return ""
        return (
            "A key that was revoked in another fight may still sign here, because not all fights"
            f" can be read: {self._elsewhere.unread}"
        )

    def describe_commands(self, rows: Sequence[Recorded]) -> str:
        """Describe the commands of these rows, by whom each is, in a line: `#12 Ann: …; #15 …`."""
        from projections.text.phrases import describe_event

        commands = [self.history.find_command_row(row.seq) for row in rows if row.seq == row.cmd]
        phrases = [
            f"#{row.seq} {row.by}: {describe_event(row.event, self.state)}" for row in commands[:5]
        ]
        more = [f"and {len(commands) - 5} more"] if len(commands) > 5 else []
        return "; ".join(phrases + more)

    def _find_by_key(self, key: str, request: Request) -> list[Recorded] | None:
        """Return what this key recorded before, or None. Raises `KeyReused` where that was another
        command, or somebody else's and one of the two signs: nobody answers for them."""
        if not key or key == self._unused or self._store.command(key, self.id) is None:
            return None
        recorded = self._store.append(self.id, len(self.history), [], key=key, request=request)
        self.refresh()
        keys, by = self.history.keys, recorded[0].by
        if keys is not None and by != self.by and any(map(keys.has_keys, (by, self.by))):
            raise KeyReused(key)
        return recorded


def make_request(key: str, line: str, *request: object) -> Request:
    """Return what is asked, to be kept with its key: the line as typed, else a single declaration,
    else the command's name and what was given for it; nothing without a key. Raises `Refused` if a
    part of it is no text, or the key cannot stand in a statement."""
    if not key:
        return NO_REQUEST
    try:
        check_key(key).encode()
        if line:
            line.encode()
            return Request("line", line)
        is_declaration = len(request) == 2 and request[0] == "declare"
        plain = request[1] if is_declaration else request
        return Request("json", msgspec.json.encode(plain).decode())
    except UnicodeEncodeError:
        raise Refused(NO_TEXT) from None
