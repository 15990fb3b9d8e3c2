"""The keys of the prompt, and what each does."""

from __future__ import annotations

from collections import deque

from prompt_toolkit.application import get_app
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.validation import ValidationError, Validator

from combatlog.app.correction_dialogue import CorrectionDialogue
from combatlog.app.session import Session
from combatlog.terminal.prompt.pick_input import DIGITS, REASONS, TURNS, InputPicker
from events.types.names import fold_case


class Remainder:
    """The rest of an answer whose first letter was enough to give it.

    The whole word may still be typed. Letters that continue it are held back from the line; when
    the word is whole they are dropped. Any other letter shows that they belong to the next line,
    and brings them back.
    """

    def __init__(self) -> None:
        self._left = ""
        self._held = ""
        self.waits = False

    def begin(self, word: str) -> None:
        """Wait for the other letters of an answer."""
        self._left, self._held, self.waits = word[1:], "", True

    def stop(self) -> str:
        """Stop waiting; return the letters held back: they belong to the line, unless the
        word is whole."""
        held = self._held if self._left else ""
        self._left, self._held, self.waits = "", "", False
        return held

    def take(self, letter: str) -> str:
        """Return what a typed letter adds to the line: nothing while it continues the answer."""
        if self._left and self._left[0] == letter:
            self._left, self._held = self._left[1:], self._held + letter
            return ""
        return self.stop() + letter

    @property
    def is_whole(self) -> bool:
        """Whether the whole answer has been typed."""
        return self.waits and not self._left


_READY = {"y": "yes", "n": "no", "f": "full"}
_MISSING = {"r": "roll", "n": "no"}
_DOES = {
    "yes": "applies",
    "no": "or Esc drops",
    "full": "shows it event by event",
    "roll": "draws them",
}

_LEAVING = ("escape", "c-c", "c-d", "c-g")
"""The keys that close the list of inputs."""


def list_answers(session: Session) -> dict[str, str]:
    """Return the keys that answer a correction that waits, each with the answer it gives.

    While dice are missing, no key is a roller's initial, because `ada 4` may be typed.
    """
    correcting = session.correcting
    if not isinstance(correcting, CorrectionDialogue):
        return {}
    plan = correcting.proposal.plan
    if not plan.missing or plan.draws:
        return _READY
    names = " ".join(plan.state.combatants[asked.by].name for asked in plan.missing)
    taken = {word[0] for word in fold_case(names).split()}
    return {key: said for key, said in _MISSING.items() if key not in taken}


def describe_answers(session: Session) -> str:
    """Return the answers to a correction that waits, each with its key, or as a word where it has
    no key at the moment."""
    keys = {said: key for key, said in list_answers(session).items()}
    if "yes" in keys:
        return " · ".join(f"{key} {_DOES[said]}" for said, key in keys.items())
    words = [f"{keys.get(said, said)} {_DOES[said]}" for said in _MISSING.values()]
    return " · ".join(["type what the dice show", *words])


def would_lose_rulings(session: Session) -> bool:
    """Return whether dropping the correction that waits would lose dice or rulings."""
    correcting = session.correcting
    return isinstance(correcting, CorrectionDialogue) and correcting.proposal.has_input


def bind_table_keys(
    picker: InputPicker, session: Session, remainder: Remainder, pasted: deque[str]
) -> KeyBindings:
    """Return the keys of the prompt: undo, redo, picking an input, answers to a correction. Lines
    that are pasted behind the first go to `pasted`."""
    keys = KeyBindings()
    picking = Condition(lambda: bool(picker.listed))

    @keys.add(Keys.BracketedPaste, filter=~picking)
    def _(event: KeyPressEvent) -> None:
        """Insert what is pasted; each whole line of it is entered by itself."""
        first, *others = event.data.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        event.app.current_buffer.insert_text(first)
        if others:
            pasted.extend(others)
            event.app.current_buffer.validate_and_handle()

    empty = Condition(lambda: not get_app().current_buffer.text)
    waiting = Condition(lambda: session.correcting is not None)

    @keys.add("c-z", filter=~picking)
    def _(event: KeyPressEvent) -> None:
        """Undo what is typed; on an empty line, undo the last command or drop the correction."""
        typed = event.app.current_buffer
        if typed.text:
            typed.undo()
        elif session.correcting is None:
            _enter(event, "undo")
        else:
            drop(event)

    undone = Condition(lambda: bool(session.fight.history.undone))

    @keys.add("c-y", filter=empty & undone & ~waiting & ~picking)
    def _(event: KeyPressEvent) -> None:
        """Bring back what was undone."""
        _enter(event, "redo")

    begun = Condition(lambda: bool(picker.hint)) | waiting

    @keys.add("escape", filter=empty & ~waiting & ~picking, eager=True)
    @keys.add("escape", filter=~empty & begun & ~picking, eager=True)
    def _(event: KeyPressEvent) -> None:
        """Leave a line that a pick began, or one typed to a correction that waits. On an empty line
        there is nothing to leave, and the next letter is a letter."""
        picker.hint = ""
        event.app.current_buffer.reset(append_to_history=True)

    @keys.add("escape", filter=waiting & empty & ~picking, eager=True)
    def drop(event: KeyPressEvent) -> None:
        """Answer `no` to a correction; put `no` on the line, to be confirmed, where more than the
        correction's own line would be lost."""
        if would_lose_rulings(session):
            event.app.current_buffer.set_document(Document("no", 2))
        else:
            _enter(event, "no")

    @keys.add("c-r", filter=waiting & ~picking)
    def _(event: KeyPressEvent) -> None:
        """Do nothing: one correction at a time."""

    @keys.add("c-r", filter=empty & ~waiting)
    @keys.add("f2", filter=empty & ~waiting)
    def _(event: KeyPressEvent) -> None:
        picker.open()

    def pick(event: KeyPressEvent) -> None:
        line = picker.pick(event.data)
        if line is None:
            return
        if picker.wish == "strike":
            _enter(event, str(line))
            return
        buffer = event.app.current_buffer
        buffer.set_document(Document(str(line), len(line.text)))

    for digit in DIGITS:
        keys.add(digit, filter=picking)(pick)

    def turn(event: KeyPressEvent) -> None:
        picker.turn(TURNS[event.data])

    for letter in TURNS:
        keys.add(letter, filter=picking)(turn)

    def leave(event: KeyPressEvent) -> None:
        picker.close()

    for key in _LEAVING:
        keys.add(key, filter=picking, eager=True)(leave)

    @keys.add("enter", filter=picking)
    @keys.add("tab", filter=picking)
    @keys.add(Keys.Any, filter=picking)
    def _(event: KeyPressEvent) -> None:
        """Do nothing while the list is open."""

    def answer(event: KeyPressEvent) -> None:
        said = list_answers(session).get(event.data)
        if said is None:
            event.app.current_buffer.insert_text(event.data)
        elif said == "no" and would_lose_rulings(session):
            drop(event)
        else:
            _enter(event, said)
            remainder.begin(said)

    for letter in "ynfr":
        keys.add(letter, filter=waiting & empty & ~picking)(answer)

    writing_out = Condition(lambda: remainder.waits) & empty & ~picking

    @keys.add(Keys.Any, filter=writing_out)
    def _(event: KeyPressEvent) -> None:
        """Take a letter that may belong to an answer given before."""
        event.app.current_buffer.insert_text(remainder.take(event.data))

    @keys.add("enter", filter=writing_out)
    def _(event: KeyPressEvent) -> None:
        whole = remainder.is_whole
        event.app.current_buffer.insert_text(remainder.stop())
        if not whole:
            event.app.current_buffer.validate_and_handle()

    return keys


def bind_reason_keys() -> KeyBindings:
    """Return the keys while a reason is asked for: the first key is a digit for a usual reason,
    Escape leaves the correction."""
    keys = KeyBindings()
    empty = Condition(lambda: not get_app().current_buffer.text)

    def give(event: KeyPressEvent) -> None:
        _enter(event, REASONS[int(event.data) - 1])

    for digit in DIGITS[: len(REASONS)]:
        keys.add(digit, filter=empty)(give)

    @keys.add("escape", eager=True)
    def _(event: KeyPressEvent) -> None:
        event.app.exit(result=LEFT)

    return keys


LEFT = "\x1b"
"""Stands for the reason where Escape was pressed."""


class ReasonValidator(Validator):
    """Refuses an answer where a reason is asked for."""

    def validate(self, document: Document) -> None:
        """Raise `ValidationError` for `y`, `no` and the like."""
        if document.text.strip().casefold() in ("y", "yes", "n", "no"):
            raise ValidationError(
                len(document.text), "Say why, for the log; Esc leaves the correction."
            )


def _enter(event: KeyPressEvent, line: str) -> None:
    """Enter a line as if it had been typed."""
    event.app.current_buffer.text = line
    event.app.current_buffer.validate_and_handle()
