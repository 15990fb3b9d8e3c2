"""The types of requests and answers. OpenAPI is made from them; unknown fields are refused."""

from __future__ import annotations

from typing import Literal

import msgspec

from combatlog.server.seats import Role
from events.types.unions import Declaration
from rulesets.options.option import Option


class Message(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The base of what is sent to the server."""


class Answer(msgspec.Struct, frozen=True):
    """The base of what the server answers."""


class Said(Message, frozen=True, tag_field="do"):
    """The base of a command. `head` is the last event that its sender had seen, and `key` makes it
    idempotent: said again under the same key, it is answered with what it recorded the first
    time."""

    head: int
    key: str


class SayLine(Said, frozen=True, tag="say"):
    """A line as it is typed at the prompt."""

    line: str


class SayDeclarations(Said, frozen=True, tag="declare"):
    """Declarations, recorded as one command."""

    declarations: list[Declaration]


class SayDie(Said, frozen=True, tag="roll"):
    """An awaited die: of this combatant and kind, the first of them. Without a `face` it is
    drawn."""

    by: str = ""
    die: str = ""
    face: int | None = None


class SayUndo(Said, frozen=True, tag="undo"):
    """The last exchanges are taken back; with `dice`, the last dice only."""

    count: int = 1
    why: str = ""
    dice: bool = False


class SayRedo(Said, frozen=True, tag="redo"):
    """The last exchanges that were taken back are brought back."""

    count: int = 1
    why: str = ""
    dice: bool = False


class SayNote(Said, frozen=True, tag="note"):
    """A note beside the line. Players do not read it."""

    text: str


SaidCommand = SayLine | SayDeclarations | SayDie | SayUndo | SayRedo | SayNote


class Recording(Answer, frozen=True):
    """What a command recorded: its kind (`ResultKind`), the last event of the fight, the seqs of
    its events, and sentences for the table."""

    kind: str
    last: int
    seqs: list[int]
    told: list[str]


class Fault(Answer, frozen=True, omit_defaults=True):
    """Why a request was not carried out, in one sentence. Nothing was recorded. `last` is the last
    event of the fight where it has gone on."""

    kind: Literal["refused", "conflict", "forbidden", "unknown", "unreadable", "busy", "broken"]
    said: str
    clause: str = ""
    overrulable: bool = False
    last: int = 0


class ListedFight(Answer, frozen=True):
    """A fight of the campaign."""

    id: str
    number: int
    title: str
    game: str
    last: int


class Awaited(Answer, frozen=True):
    """A die that the fight waits for, and whether it is the reader's to throw."""

    by: str
    name: str
    die: str
    purpose: str
    yours: bool


class Person(Answer, frozen=True):
    """A combatant whom the reader speaks for, with what they can declare now."""

    id: str
    name: str
    options: list[Option]


class Turn(Answer, frozen=True):
    """What can be done now, for one reader: at event `last`."""

    last: int
    awaited: list[Awaited]
    people: list[Person]
    rulings: list[Option]


class Opening(Answer, frozen=True):
    """What a page needs to begin with a fight: its title, game and the scores that are dice."""

    id: str
    title: str
    game: str
    dice: list[str]
    labels: dict[str, str]


class SeatView(Answer, frozen=True, omit_defaults=True):
    """A seat at the table, as its owner or the referee sees it."""

    id: str
    name: str
    role: str
    plays: list[str]
    admitted: bool
    here: bool = False


class Knock(Message, frozen=True):
    """Somebody sits down: what they show (a link's token, or the code), and their name."""

    shown: str
    name: str


class Admit(Message, frozen=True):
    """A seat as the referee wants it: the name that is recorded with what they say (empty: as they
    said it), the ids of those they play, and what they may do."""

    name: str = ""
    plays: list[str] = []
    role: Role = "player"
