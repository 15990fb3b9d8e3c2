"""The types of what the server answers: here those about a fight, with those of the other subjects.
OpenAPI is made from them."""

from __future__ import annotations

from typing import Any, TypedDict

from combatlog.server.answer_base import Answer as Answer, Fault as Fault
from combatlog.server.correction_answers import (
    Change as Change,
    Impossible as Impossible,
    LateCommand as LateCommand,
    Needed as Needed,
    Outcome as Outcome,
    Preview as Preview,
    Proposal as Proposal,
    Range as Range,
    Source as Source,
    ValueReason as ValueReason,
    Vote as Vote,
)
from combatlog.server.game_answers import (
    Completion as Completion,
    FormerPeople as FormerPeople,
    FormerPerson as FormerPerson,
    FormField as FormField,
    GameView as GameView,
    Named as Named,
)
from combatlog.server.seat_answers import (
    CampaignList as CampaignList,
    CampaignView as CampaignView,
    Company as Company,
    Door as Door,
    Invitation as Invitation,
    NewBot as NewBot,
    NewWebhook as NewWebhook,
    Picture as Picture,
    Playable as Playable,
    SeatView as SeatView,
    VotesView as VotesView,
    WebhookView as WebhookView,
)
from combatlog.server.seats import Votes
from rulesets.options.option import Option


class Recording(Answer, frozen=True):
    """What a command recorded: its kind (`ResultKind`), the last event of the fight, the seqs of
    its events, and sentences for the table."""

    kind: str
    last: int
    seqs: list[int]
    told: list[str]


class ListedFight(Answer, frozen=True):
    """A fight of the campaign."""

    id: str
    number: int
    title: str
    game: str
    last: int


class Awaited(Answer, frozen=True, omit_defaults=True):
    """A die that the fight waits for, whether the program draws it where nobody types it, and
    whether it is the reader's to throw. `nth` counts equal dice of one throw. Of a save that the
    reader may know, `score` is what it is on, and `bound` the last face that passes: as the highest
    one or, if `high`, as the lowest."""

    by: str
    name: str
    die: str
    purpose: str
    nth: int
    draws: bool
    yours: bool
    score: str = ""
    bound: int = 0
    high: bool = False


class Person(Answer, frozen=True):
    """A combatant in the fight: whether the reader speaks for them, what is declared for them,
    whether they can declare anything now, and whether an action (`acted`) is declared, which
    another one would replace. Of strangers, players are not told the last two."""

    id: str
    name: str
    side: str
    yours: bool
    declared: list[str]
    can_act: bool
    acted: bool = False


class Turn(Answer, frozen=True):
    """What the fight waits for, for one reader: at event `last`.

    `waiting` are the names of those who could declare something and have not. `can_undo` and
    `can_redo` are the words of what would be taken or brought back, empty where nothing is.
    `own_deed` is what a player did last and could propose to take back, where that is something
    else; `own_undo` is the line that takes it back. `rulings` are what the referee can rule about
    the fight; `left_out` has a sentence for
    each of them, in the same order: whom it would leave out, or nothing where nobody.
    """

    last: int
    dice: str
    awaited: list[Awaited]
    people: list[Person]
    waiting: list[str]
    can_undo: str
    can_redo: str
    rulings: list[Option]
    left_out: list[str]
    own_deed: str = ""
    own_undo: str = ""


class Options(Answer, frozen=True):
    """What can be declared for one combatant at event `last`: in their turn, and what the referee
    can rule about them."""

    last: int
    turn: list[Option]
    rulings: list[Option]


class Opening(Answer, frozen=True):
    """What a page needs to begin with a fight: its title, game and the scores that are dice."""

    id: str
    number: int
    title: str
    game: str
    dice: list[str]
    labels: dict[str, str]


class TableView(Answer, frozen=True):
    """The table: the campaign's title, who sits there (for the referee, who knocks, too), the door
    for the referee, the fights, and who votes on proposals."""

    title: str
    seats: list[SeatView]
    door: Door | None
    fights: list[ListedFight]
    votes: Votes


class Beside(Answer, frozen=True):
    """What concerns one reader, beside the frames: what the fight waits for, and proposals. For the
    referee also which combatants a player can be given. `latest` is the last fight of the campaign,
    whichever this one is. `run` tells this run of the server from every other; commands carry
    it."""

    turn: Turn
    proposals: list[Proposal]
    people: list[Playable] = []
    latest: str = ""
    run: str = ""


class Numbers(TypedDict):
    """A fight in numbers: the highlights (title, words, event), the columns, a row for each
    combatant and each player, name first, the last round, whether anything happened `after` the
    fight, the turning points (event, words, round, side, 1 where it took the lead), and what
    `tallies`, `names`, `rounds` and `blows` say round by round, as in the replay page."""

    columns: list[str]
    combatants: list[list[Any]]
    players: list[list[Any]]
    best: list[list[Any]]
    last: int
    after: bool
    tallies: list[list[int]]
    turns: list[list[Any]]
    names: dict[str, list[str]]
    rounds: list[int]
    blows: list[list[int]]


class Saying(Answer, frozen=True):
    """Something that somebody has said: its event and the time (UTC), in words, and as data; no
    data where the reader may not know it. `undone` has the reason where it was taken back, which
    may be empty; None where it stands."""

    seq: int
    at: str
    said: str
    event: dict[str, Any] | None
    undone: str | None


class SaidInFight(Answer, frozen=True):
    """What somebody has said in a fight."""

    id: str
    number: int
    title: str
    said: list[Saying]


class Said(Answer, frozen=True):
    """Everything that somebody has said at the table, under their name: in each fight, and what
    they propose now."""

    name: str
    campaign: str
    fights: list[SaidInFight]
    proposals: list[Proposal]
