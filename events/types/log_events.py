"""Events about the log: moves of the head, notes, names of branches, secrets, corrections.

A correction is one append. `Corrected` comes first. Then every input from there on is repeated,
each row naming the original it repeats (`repeats`), with the outcomes that follow now.

STORAGE FORMAT: tags and field names are written into campaign files.
"""

from typing import Literal

from events.types.base import Event, Game, Value
from events.types.declarations import Declaration
from events.types.rolls import Purpose


class HeadMoved(Event, frozen=True, tag="head-moved"):
    """The head moves to this event's parent: an undo, a redo, a rewind or a switch."""

    why: str = ""


class Noted(Event, frozen=True, tag="noted"):
    """A note. It belongs to the whole log, so an undo does not remove it. `erased` stands only in
    the row of a note whose text was erased; the text is empty there."""

    text: str
    erased: bool = False


class BranchNamed(Event, frozen=True, tag="branch-named"):
    """The branch that ends in event `tip` is called `name`. It belongs to the whole log."""

    name: str
    tip: int


class CampaignTitled(Event, frozen=True, tag="campaign-titled"):
    """The campaign is called `title`. It belongs to the whole log, and counts in the first fight of
    a campaign alone: so a fight imported into another campaign does not rename that."""

    title: str


class Sealed(Event, frozen=True, tag="sealed"):
    """Dice are drawn from a new secret from here on; `sealed` is its SHA-256."""

    sealed: str


class Salted(Event, frozen=True, tag="salted"):
    """A text that a player adds to the secret of the dice, before the first die is drawn from it.
    After that the secret alone no longer determines the dice. In format 1 `sealed` is the
    commitment of the secret; since format 2 it is empty, and the salt counts from this epoch on."""

    salt: str
    sealed: str = ""


class SecretRevealed(Event, frozen=True, tag="secret-revealed"):
    """The secret (hexadecimal) behind the commitment `sealed`: its dice can be checked now."""

    secret: str
    sealed: str


class RulesChanged(Event, frozen=True, tag="rules-changed"):
    """A later version of the game's definition applies from here on."""

    game: Game


Change = Literal["amend", "strike", "insert"]
"""What a correction does with an input: changes it, strikes it out, or inserts another before
it."""


class Corrected(Event, frozen=True, tag="corrected"):
    """A correction begins: the head moves to before event `input` of its line, because of `why`,
    and the fight goes on from there with the change. `apart`: on a branch of its own, as a
    what-if."""

    change: Change
    input: int
    why: str
    apart: bool = False


class Skipped(Event, frozen=True, tag="skipped"):
    """An input that is on the line but not played: struck out (`struck`), or impossible after a
    correction because of `why`. Later corrections try an impossible input again."""

    input: Declaration
    why: str
    struck: bool = False


class UnusedDie(Value, frozen=True):
    """A die that was rolled, in event `first`. It is stored when nothing on the line uses it now;
    corrections compare all recorded dice in this form. The other fields are as in `rolled`; `root`
    is the first recording of the root."""

    first: int
    root: int
    by: str
    purpose: Purpose
    die: str
    face: int
    nth: int = 1
    draw: int | None = None
    stated: bool = False
    epoch: int = 0


class Spared(Event, frozen=True, tag="spared"):
    """The end of a correction that needs fewer dice: these are kept, and used again when a later
    correction asks for the same die."""

    dice: tuple[UnusedDie, ...]
