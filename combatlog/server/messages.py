"""The types of what is sent to the server. Unknown fields are refused."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from combatlog.server.seats import Afterwards, PersonRole, Votes
from events.types.declarations import DiceMode
from events.types.unions import Declaration


class Message(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The base of what is sent to the server."""


class InRun(Message, frozen=True, kw_only=True):
    """What may carry the name of the server's run, as the stream told it last (`beside`)."""

    run: str = ""


class Said(InRun, frozen=True, tag_field="do"):
    """The base of a command. `head` is the last event that its sender had seen, and `key` makes it
    idempotent: said again under the same key, it is answered with what it recorded the first
    time. Without the server's `run`, a command said at the event where the server began counts
    only until another is recorded: the server cannot know whether it was refused before."""

    head: int
    key: str


class SayLine(Said, frozen=True, tag="say"):
    """A line as it is typed at the prompt. With `ask`, one that would leave somebody out, or strike
    somebody who is down, is no more than a doubt: a fault of this kind, and nothing is recorded."""

    line: str
    ask: bool = False


class SayDeclarations(Said, frozen=True, tag="declare"):
    """Declarations, recorded as one command."""

    declarations: list[Declaration]


class SayDie(Said, frozen=True, tag="roll"):
    """An awaited die: of this combatant and kind, the first of them. Without a `face` it is drawn.
    With its `purpose` and number (`nth`) it is that die and no other: then it counts as long as
    that one is awaited, although another has fallen since."""

    by: str = ""
    die: str = ""
    face: int | None = None
    purpose: str = ""
    nth: int = 0


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


class SayRoster(Said, frozen=True, tag="roster"):
    """Everybody in a roster joins. `text` is that of its file."""

    text: str


SaidCommand = SayLine | SayDeclarations | SayDie | SayUndo | SayRedo | SayNote | SayRoster


class Knock(Message, frozen=True):
    """Somebody sits down: what they show (a link's token, or the code), and their name."""

    shown: str
    name: str


class Admit(Message, frozen=True):
    """A seat as the referee wants it: the name that is recorded with what they say (empty: as they
    said it), the ids of those they play, and what they may do. With `instead`, the id of the seat
    that they had on another device, they take its name, people and role, and it is removed;
    leave the others out then."""

    name: str = ""
    plays: list[str] = []
    role: PersonRole = "player"
    instead: str = ""


class HandTable(Message, frozen=True):
    """Somebody becomes the referee in the sender's place, who is `then` this, or leaves."""

    then: Afterwards = "player"


class ShowPasskey(Message, frozen=True):
    """What a browser answers a challenge for a passkey with, as WebAuthn has it in JSON."""

    credential: dict[str, Any]


class MakeBot(Message, frozen=True):
    """A bot gets a seat, with the scopes of what it may do: `read:public`, `declare:ID`, `roll:ID`,
    `referee`. Its name is recorded with what it says."""

    name: str
    may: list[str]


class AddWebhook(Message, frozen=True):
    """An address is told when a fight has ended."""

    url: str


class MakeCampaign(Message, frozen=True):
    """A campaign is made."""

    name: str


class MoveDoor(Message, frozen=True):
    """The door is opened, with a new link and code, or closed."""

    open: bool


class ChooseVotes(Message, frozen=True):
    """Who votes on proposals."""

    votes: Votes


class StartFight(Message, frozen=True):
    """A fight is started. `game` is the id of one of the games, `roster` the text of a roster with
    who joins at once. Under the same `key` it is started once."""

    title: str
    game: str
    key: str
    dice: DiceMode = "digital"
    roster: str = ""


class AskPreview(Message, frozen=True):
    """What would a correction change? `line` is typed as at the prompt, `answers` are about its
    dice and what it makes impossible: `5`, `roll`, `keep 31`."""

    head: int
    line: str
    answers: list[str] = []


class SayCorrection(Message, frozen=True):
    """A correction is applied, as it was shown at event `head`."""

    head: int
    key: str
    line: str
    answers: list[str] = []


class AskOdds(Message, frozen=True):
    """What are the odds of these declarations, beside what is declared already? Where they
    cannot be made any more, as the fight has gone on past the event `head`, nothing is answered."""

    declarations: list[Declaration]
    head: int | None = None


class Propose(Message, frozen=True):
    """An undo, a redo or a correction is proposed, as a line. Under the same `key` it is proposed
    once."""

    head: int
    key: str
    line: str
    why: str = ""


class AnswerProposal(Message, frozen=True):
    """A vote on a proposal, as it was shown at event `head`: yes or no; or it is asked `again`
    where the fight has gone on since. With a yes the referee can type dice that a correction needs
    (`answers`, as those of a preview)."""

    head: int
    answer: Literal["yes", "no", "again"]
    answers: list[str] = []
