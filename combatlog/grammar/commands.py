"""What a line can mean."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from events.types.corrections import Change
from events.types.unions import Declaration


class Declare(NamedTuple):
    """Declarations, recorded as one command."""

    declarations: tuple[Declaration, ...]


class Roll(NamedTuple):
    """Awaited dice: `faces` as typed, none to draw; `by` and `die` say which, `every` draws all
    that is awaited until the play is done."""

    faces: tuple[int, ...] = ()
    by: str = ""
    die: str = ""
    every: bool = False


class Undo(NamedTuple):
    """Take back commands."""

    times: int = 1
    why: str = ""


class Redo(NamedTuple):
    """Bring back what undos took."""

    times: int = 1
    why: str = ""


class Rewind(NamedTuple):
    """Go back to the command of an event."""

    seq: int
    why: str = ""


class Switch(NamedTuple):
    """Go to the end of a branch."""

    branch: str
    why: str = ""


class NameBranch(NamedTuple):
    """Call a branch something else: the words of its new name, behind the branch's own name
    where another than the present one is meant."""

    words: tuple[str, ...]


class Correct(NamedTuple):
    """Correct event `seq`: `text` is what is said instead or besides, in the table's words, or the
    face of a die; `apart` on a branch of its own, `at_once` without asking."""

    change: Change
    seq: int
    text: str
    why: str
    apart: bool = False
    at_once: bool = False


class Note(NamedTuple):
    """Write something beside the fight."""

    text: str


class Salt(NamedTuple):
    """Add something to the dice."""

    text: str


class JoinFile(NamedTuple):
    """A roster file joins."""

    path: str


class JoinFrom(NamedTuple):
    """Somebody comes over from an earlier fight, as they were at its end."""

    who: str
    fight: str


class Show(NamedTuple):
    """Something to look at: `state`, `log`, `timeline`, `chronicle`, `why`, `branches`, `stats`,
    `diff`, `help`. `number` is the event for a state, how many lines of a log; 0 where none was
    said."""

    what: str
    words: tuple[str, ...] = ()
    number: int = 0


class Quit(NamedTuple):
    """Leave the prompt."""


Command: TypeAlias = (
    Declare
    | Roll
    | Undo
    | Redo
    | Rewind
    | Switch
    | NameBranch
    | Correct
    | Note
    | Salt
    | JoinFile
    | JoinFrom
    | Show
    | Quit
)
