"""The types of what the server answers. OpenAPI is made from them."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

import msgspec

from combatlog.server.seats import Votes
from rulesets.options.option import Option


class Answer(msgspec.Struct, frozen=True):
    """The base of what the server answers."""


class Recording(Answer, frozen=True):
    """What a command recorded: its kind (`ResultKind`), the last event of the fight, the seqs of
    its events, and sentences for the table."""

    kind: str
    last: int
    seqs: list[int]
    told: list[str]


class Fault(Answer, frozen=True, omit_defaults=True):
    """Why a request was not carried out, in one sentence. Nothing was recorded; but
    with the status 504 that is not known, and the same is sent again under its key. `last` is the
    last event of the fight where it has gone on. A `doubt` is carried out when it is said again
    without `ask`, under another key."""

    kind: Literal[
        "refused", "doubt", "conflict", "forbidden", "unknown", "unreadable", "busy", "broken"
    ]
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
    """A combatant in the fight: whether the reader speaks for them, what is declared for them, and
    whether they can declare anything now. Of strangers, players are not told the latter."""

    id: str
    name: str
    side: str
    yours: bool
    declared: list[str]
    can_act: bool


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


class Named(Answer, frozen=True):
    """Something by its name, and a note about it."""

    name: str
    note: str


class FormField(Answer, frozen=True, omit_defaults=True):
    """A field of the form of joining: its name on the line, its label, what it takes, and whether
    it has to be filled in. `only` names the kind of craft that it belongs to. A number is a whole
    one from `least` to `most`, a die one of the `choices`."""

    name: str
    label: str
    kind: Literal["number", "die", "text", "weapons", "switch"]
    needed: bool
    only: str = ""
    least: int | None = None
    most: int | None = None
    choices: list[str] = []


class GameView(Answer, frozen=True):
    """A game: the kinds of combatants with its words for them, the fields of the form of joining,
    and its creatures."""

    id: str
    name: str
    credit: str
    kinds: list[Named]
    fields: list[FormField]
    creatures: list[Named]


class FormerPerson(Answer, frozen=True):
    """A combatant of an earlier fight, who lives."""

    id: str
    name: str
    kind: str
    side: str
    player: str


class FormerPeople(Answer, frozen=True):
    """Who was in a fight of the campaign, as they were at its end."""

    id: str
    number: int
    title: str
    people: list[FormerPerson]


class Opening(Answer, frozen=True):
    """What a page needs to begin with a fight: its title, game and the scores that are dice."""

    id: str
    number: int
    title: str
    game: str
    dice: list[str]
    labels: dict[str, str]


class Needed(Answer, frozen=True):
    """A die that a correction needs and that never fell."""

    by: str
    name: str
    die: str
    purpose: str


class Change(Answer, frozen=True):
    """What a correction changes: of whom (the id and name are empty for the fight itself), which
    field, and its value then and now."""

    who: str
    name: str
    field: str
    then: str
    now: str


class Range(Answer, frozen=True):
    """What a value can become by the dice that a correction needs: now, with their lowest and with
    their highest faces."""

    name: str
    field: str
    now: str
    low: str
    high: str


class Impossible(Answer, frozen=True):
    """A later input that a correction makes impossible, why, what becomes of it (skip, keep, stop),
    and whether it can be kept."""

    seq: int
    said: str
    why: str
    ruling: str
    overrulable: bool


class Preview(Answer, frozen=True):
    """What a correction would change, at event `last`. `seq` is the input that it is about, and
    `lines` say all of it in sentences. Dice that it `needs` are answered one by one, or drawn when
    it is applied (`draws`). With `hidden`, what follows is for the referee alone."""

    last: int
    seq: int
    lines: list[str]
    needs: list[Needed] = []
    draws: bool = False
    changes: list[Change] = []
    ranges: list[Range] = []
    impossible: list[Impossible] = []
    hidden: bool = False


class SeatView(Answer, frozen=True, omit_defaults=True):
    """A seat at the table, as its owner or the referee sees it. `may` are the scopes of a bot, for
    itself and the referee. A `simulated` phone is the program's, as in the demo."""

    id: str
    name: str
    role: str
    plays: list[str]
    admitted: bool
    here: bool = False
    may: list[str] = []
    simulated: bool = False


class NewBot(Answer, frozen=True):
    """A bot that was made, and its token, which is shown this once."""

    seat: SeatView
    token: str


class WebhookView(Answer, frozen=True):
    """A webhook: where it leads, how many ends it was not told of yet, and why the last delivery
    failed (empty: it did not)."""

    id: str
    place: str
    waiting: int
    fault: str


class NewWebhook(Answer, frozen=True):
    """A webhook that was added, and the secret that signs what it is told, shown this once."""

    webhook: WebhookView
    secret: str


class Door(Answer, frozen=True):
    """The table's door: its spoken code and the table's link, both empty while it is closed."""

    code: str
    link: str


class VotesView(Answer, frozen=True):
    """Who votes on proposals."""

    votes: Votes


class TableView(Answer, frozen=True):
    """The table: the campaign's title, who sits there (for the referee, who knocks, too), the door
    for the referee, the fights, and who votes on proposals."""

    title: str
    seats: list[SeatView]
    door: Door | None
    fights: list[ListedFight]
    votes: Votes


class Picture(Answer, frozen=True):
    """A picture, as SVG."""

    svg: bytes


class Vote(Answer, frozen=True):
    """Somebody agreed to a proposal."""

    seat: str
    name: str


Outcome = Literal["open", "applied", "rejected", "withdrawn"]
"""What became of a proposal."""


class Proposal(Answer, frozen=True):
    """A proposal of an undo, a redo or a correction, made at event `head`.

    `line` is typed as at the prompt, with the reason of a correction. `said` is what it would do,
    in words that everybody may read; `to` is the event that an undo or
    redo leads to, 0 for a correction. `stale`: the fight has gone on since, so it has to be asked
    again. `votes` are those who agreed; `waiting` are the names of those who have to yet. `mine`:
    the reader has made it; `votes_here`: their vote is wanted. `outcome` is `open` until it is
    applied, rejected or withdrawn. Once somebody has rejected it (`rejected_by`), its
    maker still gets it, until the fight goes on or they propose something else.
    """

    id: str
    fight: str
    by: str
    line: str
    said: str
    why: str
    head: int
    to: int
    stale: bool
    votes: list[Vote]
    waiting: list[str]
    mine: bool
    votes_here: bool
    outcome: Outcome = "open"
    rejected_by: str = ""


class Playable(Answer, frozen=True):
    """A combatant whom the referee can give to a player, and the player on their sheet."""

    id: str
    name: str
    player: str


class Company(Answer, frozen=True):
    """Who sits at the table; for the referee also who knocks, and the webhooks whose last delivery
    failed."""

    seats: list[SeatView]
    knocking: list[SeatView] = []
    failing: list[WebhookView] = []


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


class Completion(Answer, frozen=True):
    """What may come next on a line: the whole line with it, the word alone, and a note."""

    text: str
    shown: str
    note: str


class Source(Answer, frozen=True):
    """An input or a die that a value comes from: its event, its words, and who said it."""

    seq: int
    said: str
    by: str


class ValueReason(Answer, frozen=True):
    """An event that set a value, the value from then on, and what the event comes from."""

    seq: int
    value: str
    said: str
    sources: list[Source]


class LateCommand(Answer, frozen=True):
    """The correction that brings in a command which came too late."""

    line: str


class Numbers(TypedDict):
    """A fight in numbers: the highlights (title, words, event), the columns, a row for each
    combatant and each player, name first, the last round, whether anything happened `after` the
    fight, the turning points (event, words, round), and what `tallies`, `names`, `rounds` and
    `blows` say round by round, as in the replay page."""

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


class Invitation(Answer, frozen=True):
    """A link that makes whoever opens it first a referee."""

    link: str


class CampaignView(Answer, frozen=True):
    """A campaign in which the reader has a seat: its name, the path that its table begins at, what
    they are called and may do there, and whether they are admitted."""

    name: str
    path: str
    called: str
    role: str
    admitted: bool


class CampaignList(Answer, frozen=True):
    """The campaigns in which the reader has a seat. `makes`: they may make another one, since they
    are the referee of one."""

    campaigns: list[CampaignView]
    makes: bool
