"""The commands that a line can mean."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from events.types.log_events import Change
from events.types.unions import Declaration


class Declare(NamedTuple):
    """Declarations to be recorded as one command."""

    declarations: tuple[Declaration, ...]


class RollDice(NamedTuple):
    """Awaited dice. `faces` are the typed ones; without a face, one die is drawn. `by` (an id) and
    `die` choose among the awaited dice. `every` draws all that are awaited, and those awaited
    next, until no die is."""

    faces: tuple[int, ...] = ()
    by: str = ""
    die: str = ""
    every: bool = False


class Undo(NamedTuple):
    """Take back the last exchanges: commands with their dice. `dice` takes back dice only."""

    times: int = 1
    why: str = ""
    dice: bool = False


class Redo(NamedTuple):
    """Bring back the exchanges that were undone last. `dice` brings them back command by
    command."""

    times: int = 1
    why: str = ""
    dice: bool = False


class Rewind(NamedTuple):
    """Go back to the end of the command that recorded event `seq`."""

    seq: int
    why: str = ""


class Switch(NamedTuple):
    """Go to the end of a branch."""

    branch: str
    why: str = ""


class NameBranch(NamedTuple):
    """Name a branch. `words` are the new name of the present branch, or another branch's present
    name and then its new one."""

    words: tuple[str, ...]


class Correct(NamedTuple):
    """Correct event `seq`. `text` is what should have been declared, as a line, or the face of a
    die. `apart` corrects on a branch of its own (a what-if), `at_once` without asking."""

    change: Change
    seq: int
    text: str
    why: str
    apart: bool = False
    at_once: bool = False


class AddNote(NamedTuple):
    """Record a note."""

    text: str


class AddSalt(NamedTuple):
    """Add a text to the secret of the dice."""

    text: str


class CloseDice(NamedTuple):
    """Close the dice: open their secret, so that everybody can check them."""

    why: str = ""


class BindKey(NamedTuple):
    """Bind a key to the user's name: their own, or the one in a file."""

    path: str = ""


class RevokeKey(NamedTuple):
    """Revoke a key, named by its person or its id."""

    whose: str
    why: str


class JoinFile(NamedTuple):
    """Everybody in a roster file joins."""

    path: str


class JoinFrom(NamedTuple):
    """A combatant joins from an earlier fight, as they were at its end. `who` and `fight` are
    words as typed."""

    who: str
    fight: str


class Show(NamedTuple):
    """Show a view: `state`, `log`, `timeline`, `chronicle`, `why`, `branches`, `stats`, `recap`,
    `odds`, `diff`, `help`. `number` is the event of a state or the number of lines of a log; 0
    where none is typed. `words` are for the view to read."""

    what: str
    words: tuple[str, ...] = ()
    number: int = 0


class Quit(NamedTuple):
    """Leave the prompt."""


Command: TypeAlias = (
    Declare
    | RollDice
    | Undo
    | Redo
    | Rewind
    | Switch
    | NameBranch
    | Correct
    | AddNote
    | AddSalt
    | CloseDice
    | BindKey
    | RevokeKey
    | JoinFile
    | JoinFrom
    | Show
    | Quit
)
