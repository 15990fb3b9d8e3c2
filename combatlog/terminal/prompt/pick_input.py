"""The last inputs of a fight, picked by a digit to be corrected: the line that begins the
correction, and its reason."""

from __future__ import annotations

from typing import Literal, TypeAlias

from combatlog.app.correction_dialogue import CorrectionDialogue, ReasonMissing
from combatlog.app.fight import Fight
from combatlog.app.recent_inputs import (
    PAGE_LENGTH,
    RecentInput,
    find_state_before,
    list_recent_inputs,
)
from combatlog.app.session import Session
from combatlog.grammar.commands import Correct
from combatlog.grammar.registry import format_line, parse
from combatlog.grammar.writer import FormattedLine, Writer
from combatlog.terminal.views.layout import width
from events.errors import CombatlogError
from events.store.envelope import Recorded
from events.types.declarations import Join
from events.types.log_events import Skipped
from events.types.names import clean_text
from events.types.rolls import Rolled
from events.types.unions import Declaration
from replay.log.event_log import History
from replay.log.line_inputs import find_input

Wish: TypeAlias = Literal["amend", "strike", "insert", "impaired", "enhanced"]
"""The correction of an input; the last two amend it by a modifier."""

DIGITS = "1234567890"

TURNS: dict[str, Wish] = {"s": "strike", "i": "insert", "-": "impaired", "+": "enhanced"}
"""The keys that choose another correction than to amend."""

_MOVES = ("^R older", "Esc leaves")

_TITLES: dict[Wish, str] = {
    "amend": "Amend which?",
    "strike": "Strike which?",
    "insert": "Put something in before which?",
}


def begin_correction(history: History, row: Recorded, wish: Wish) -> FormattedLine:
    """Return the line that begins a correction of an input: what stands before the cursor, and
    the reasons behind it."""
    event = row.event.input if isinstance(row.event, Skipped) else row.event
    if wish == "strike":
        return FormattedLine(f"strike {row.seq}")
    if wish == "insert":
        return FormattedLine(f"insert {row.seq} ")
    if isinstance(event, Rolled | Join) or not isinstance(event, Declaration):
        return FormattedLine(f"amend {row.seq} ")
    state = find_state_before(history, row)
    line = format_line(event, state)
    if wish != "amend" and getattr(event, wish, None) == "":
        joint = ";" if line.reasons else ""
        return FormattedLine(
            f"amend {row.seq} {line}{joint} {Writer(state).write_modifier(wish)}: "
        )
    return FormattedLine(f"amend {row.seq} {line.text} ", line.reasons)


class InputPicker:
    """The list of the last inputs.

    `listed` are the inputs listed, none while the list is closed. `wish` is the correction that a
    pick begins. `hint` says how to complete the line that the last pick began; it is empty where
    no pick began the line. `refusal` says why the last digit picked nothing.
    """

    def __init__(self, fight: Fight) -> None:
        self._fight = fight
        self._page = 0
        self.listed: list[RecentInput] = []
        self.wish: Wish = "amend"
        self.hint = ""
        self.refusal = ""

    def open(self) -> None:
        """Show the last inputs; if the list is open already, those before them."""
        self._fight.refresh()
        self._page = self._page + 1 if self.listed else 0
        self.wish = self.wish if self.listed else "amend"
        self.refusal = ""
        inputs = list_recent_inputs(self._fight.history, self._page)
        if not inputs:
            self._page = 0
            inputs = list_recent_inputs(self._fight.history)
        self.listed = inputs

    def close(self) -> None:
        """Close the list."""
        self.listed = []

    def turn(self, wish: Wish) -> None:
        """Choose what a pick begins; choosing the same again goes back to amending."""
        self.wish = "amend" if self.wish == wish else wish
        self.refusal = ""

    def pick(self, digit: str) -> FormattedLine | None:
        """Close the list and return the line that begins the correction of an input; None where
        no input has this digit, or it cannot be modified. A die stands for the input that it was
        rolled for, where that is modified."""
        at = DIGITS.index(digit)
        if at >= len(self.listed):
            return None
        row = self.listed[at].row
        if self.wish in ("impaired", "enhanced"):
            if isinstance(row.event, Rolled):
                row = find_input(self._fight.history, row.event.root)
            if not hasattr(row.event, self.wish):
                self.refusal = f"{digit} cannot be {self._find_term(self.wish)}."
                return None
        self.hint = _hint(self.wish, row.event)
        self.close()
        return begin_correction(self._fight.history, row, self.wish)

    def lines(self) -> list[str]:
        """Return the lines of the list: the oldest input first, the newest next to the prompt."""
        width = max((len(str(each.row.seq)) for each in self.listed), default=0)
        rows = [
            f"  {digit}  #{each.row.seq:<{width}}  {each.words}"
            for digit, each in zip(DIGITS, self.listed, strict=False)
        ]
        title = _TITLES.get(self.wish, f"Which one, {self._find_term(self.wish)}?")
        return [" ".join(filter(None, [self.refusal, title])), *rows[::-1]]

    def keys(self, columns: int) -> str:
        """Return what the keys do, shortened to fit the columns if need be."""
        last = len(self.listed)
        digits = "0–9" if last == PAGE_LENGTH else "1" if last == 1 else f"1–{last}"
        terms = {key: self._find_term(wish) for key, wish in TURNS.items()}
        whole = [f"{key} {term}" for key, term in terms.items()]
        cut = [f"{key} {term[:3]}" for key, term in terms.items()]
        forms = [
            [f"{digits} picks", *whole],
            [f"{digits} picks", *whole[:2], *cut[2:]],
            [digits, *cut],
        ]
        lines = [" · ".join([*form, *_MOVES]) for form in forms]
        return next((line for line in lines if width(line) <= columns), lines[-1])

    def _find_term(self, wish: Wish) -> str:
        """Return the game's word for a correction."""
        return self._fight.state.game.words.get(wish, wish)


def _hint(wish: Wish, event: object) -> str:
    """Return how to complete the line that a pick began."""
    if wish == "insert":
        return "type what was forgotten, as if it were then · Enter · Esc leaves"
    if wish in ("impaired", "enhanced") and getattr(event, wish, None) == "":
        return "type the reason, if there is one · Enter · Esc leaves"
    if isinstance(event, Rolled):
        return "type what the die showed · Enter · Esc leaves"
    if isinstance(event, Join):
        return "type what was wrong, like armor 2, or HP 5/8 · Enter · Esc leaves"
    return "change what was wrong · Enter · Esc leaves"


REASONS = ("misheard", "misread", "forgotten", "ruled otherwise")
"""The usual reasons; a digit stands for each."""


def describe_reasons() -> str:
    """Return what the keys do while a reason is asked for."""
    usual = " · ".join(f"{number} {reason}" for number, reason in enumerate(REASONS, 1))
    return f"{usual} · or type it · Enter · Esc leaves"


def lacks_reason(line: str, session: Session) -> bool:
    """Return whether the line is a correction that lacks only its reason; False for one that is
    refused for anything else."""
    fight = session.fight
    try:
        command = parse(line, fight.state)
        if isinstance(command, Correct):
            CorrectionDialogue(session.campaign, fight, command)
    except ReasonMissing:
        return True
    except CombatlogError:
        pass
    return False


def add_reason(line: str, reason: str) -> str:
    """Return the correction with its reason; a final ` !` stays at the end."""
    typed = line.strip()
    at_once = " !" if typed.endswith(" !") else ""
    return (
        f"{typed.removesuffix(' !').rstrip('; ')}; why: {clean_text(reason).rstrip('! ')}{at_once}"
    )
