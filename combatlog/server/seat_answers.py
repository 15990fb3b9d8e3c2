"""The types of what the server answers about the table: who sits there, its door, bots, webhooks,
and the campaigns of a hall."""

from __future__ import annotations

from combatlog.server.answer_base import Answer
from combatlog.server.seats import Votes


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


class Picture(Answer, frozen=True):
    """A picture, as SVG."""

    svg: bytes


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
