"""What single keys do at the prompt."""

from __future__ import annotations

from prompt_toolkit.application import get_app
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys

from combatlog.app.correction_dialogue import Correcting
from combatlog.app.session import Session
from combatlog.terminal.prompt.ask_reason import REASONS
from combatlog.terminal.prompt.pick_input import DIGITS, TURNS, InputPicker
from events.types.names import folded


class Remainder:
    """What may still be typed of an answer. Letters that go on with it are `held` back from the
    line until it is whole, and then forgotten; as soon as anything else is typed they were meant
    for the line."""

    def __init__(self) -> None:
        self._left = ""
        self._held = ""
        self.waits = False

    def begin(self, word: str) -> None:
        """An answer was given by its first letter."""
        self._left, self._held, self.waits = word[1:], "", True

    def stop(self) -> str:
        """Wait for nothing more; what was held back belongs to the line."""
        held = self._held if self._left else ""
        self._left, self._held, self.waits = "", "", False
        return held

    def take(self, letter: str) -> str:
        """What a letter brings into the line: nothing while it goes on with the answer."""
        if self._left and self._left[0] == letter:
            self._left, self._held = self._left[1:], self._held + letter
            return ""
        return self.stop() + letter

    @property
    def is_whole(self) -> bool:
        """Has the answer been written out?"""
        return self.waits and not self._left


_READY = {"y": "yes", "f": "full"}
_MISSING = {"r": "roll"}
_DOES = {"yes": "applies", "full": "shows it event by event", "roll": "draws them"}
_DROPS = "Esc drops"


def list_answers(session: Session) -> dict[str, str]:
    """The keys, each with what it says; while dice are missing none that a roller's name begins
    with, as that may be typed with what they show. None drops it: the letter may begin a line."""
    correcting = session.correcting
    if not isinstance(correcting, Correcting):
        return {}
    course = correcting.proposal.course
    if not course.missing:
        return _READY
    names = " ".join(course.state.combatants[asked.by].name for asked in course.missing)
    taken = {word[0] for word in folded(names).split()}
    return {key: said for key, said in _MISSING.items() if key not in taken}


def describe_answers(session: Session) -> str:
    """What can be answered: with a key, or, where there is none just now, with a word."""
    keys = {said: key for key, said in list_answers(session).items()}
    if "yes" in keys:
        return " · ".join([*(f"{key} {_DOES[said]}" for said, key in keys.items()), _DROPS])
    words = [f"{keys.get(said, said)} {_DOES[said]}" for said in _MISSING.values()]
    return " · ".join(["type what the dice show", *words, _DROPS])


def would_lose_rulings(session: Session) -> bool:
    """Would dice or rulings be lost with the correction that waits?"""
    correcting = session.correcting
    return isinstance(correcting, Correcting) and correcting.proposal.touched


_LEAVING = ("escape", "c-c", "c-d", "c-g")


def bind_table_keys(picker: InputPicker, session: Session, remainder: Remainder) -> KeyBindings:
    """The keys of the table: undoing, picking an input, answering to a correction."""
    keys = KeyBindings()
    picking = Condition(lambda: bool(picker.shown))
    empty = Condition(lambda: not get_app().current_buffer.text)
    waiting = Condition(lambda: session.correcting is not None)

    @keys.add("c-z", filter=~picking)
    def _(event: KeyPressEvent) -> None:
        """On an empty line the fight's undo; while typing, the line's own."""
        typed = event.app.current_buffer
        if typed.text:
            typed.undo()
        elif session.correcting is None:
            _say(event, "undo")
        else:
            drop(event)

    @keys.add("escape", filter=waiting & empty & ~picking, eager=True)
    def drop(event: KeyPressEvent) -> None:
        """No to a correction; where more would be lost with it than its line, to be confirmed."""
        if would_lose_rulings(session):
            event.app.current_buffer.set_document(Document("no", 2))
        else:
            _say(event, "no")

    @keys.add("c-r", filter=waiting & ~picking)
    def _(event: KeyPressEvent) -> None:
        """One at a time."""

    @keys.add("c-r", filter=empty & ~waiting)
    @keys.add("f2", filter=empty & ~waiting)
    def _(event: KeyPressEvent) -> None:
        picker.open()

    def pick(event: KeyPressEvent) -> None:
        line = picker.pick(event.data)
        if line is None:
            return
        if picker.wish == "strike":
            _say(event, str(line))
            return
        buffer = event.app.current_buffer
        buffer.set_document(Document(str(line), len(line.said)))

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
        """Nothing is typed while the list is open."""

    def answer(event: KeyPressEvent) -> None:
        said = list_answers(session).get(event.data)
        if said is None:
            event.app.current_buffer.insert_text(event.data)
        else:
            _say(event, said)
            remainder.begin(said)

    for letter in "yfr":
        keys.add(letter, filter=waiting & empty & ~picking)(answer)

    writing_out = Condition(lambda: remainder.waits) & empty & ~picking

    @keys.add(Keys.Any, filter=writing_out)
    def _(event: KeyPressEvent) -> None:
        """The rest of an answer that a key has given, or something else."""
        event.app.current_buffer.insert_text(remainder.take(event.data))

    @keys.add("enter", filter=writing_out)
    def _(event: KeyPressEvent) -> None:
        whole = remainder.is_whole
        event.app.current_buffer.insert_text(remainder.stop())
        if not whole:
            event.app.current_buffer.validate_and_handle()

    return keys


def bind_reason_keys() -> KeyBindings:
    """The keys where a reason is asked for: a digit alone stands for a usual one, Escape goes
    back."""
    keys = KeyBindings()
    usual = Condition(lambda: get_app().current_buffer.text in [*DIGITS[: len(REASONS)]])

    @keys.add("enter", filter=usual)
    def _(event: KeyPressEvent) -> None:
        _say(event, REASONS[int(event.app.current_buffer.text) - 1])

    @keys.add("escape", eager=True)
    def _(event: KeyPressEvent) -> None:
        _say(event, "")

    return keys


def _say(event: KeyPressEvent, line: str) -> None:
    """Say a line as if it had been typed."""
    event.app.current_buffer.text = line
    event.app.current_buffer.validate_and_handle()
