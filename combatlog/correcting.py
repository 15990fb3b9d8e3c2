"""Talking about a correction: what it would change is shown, and then it is applied or dropped."""

from __future__ import annotations

from combatlog.amending import correction
from combatlog.answer import Answer
from combatlog.campaign import Campaign
from combatlog.fight import Fight
from combatlog.grammar.commands import Correct
from combatlog.proposal import Proposal, Wish
from combatlog.screen.correcting import made, preview
from events.corrections import Corrected
from events.errors import Refused
from events.rows import Recorded
from projections.words import joined


class Correcting:
    """One correction being talked about, until it is `done`. `key` and `said` are those of the
    line that began it: what is recorded in the end is recorded for them."""

    def __init__(
        self, campaign: Campaign, fight: Fight, command: Correct, key: str = "", said: str = ""
    ) -> None:
        fight.refresh()
        self.done = False
        self.proposal = Proposal(fight, correction(fight.history, command))
        self._campaign = campaign
        self._fight = fight
        self._key = key
        self._said = said

    def shown(self, full: bool = False) -> Answer:
        """What it would change, and what can be answered."""
        return Answer(preview(self._fight.history, self.proposal.course, full))

    def hear(self, line: str) -> Answer | None:
        """What a line about it comes to; None where it is about something else. Raises `Refused`,
        and then it stands as it stood; `Conflict` where the fight has gone on meanwhile."""
        match self.proposal.hear(line):
            case Wish.APPLY:
                return self.apply()
            case Wish.DROP:
                self.done = True
                return Answer(["Dropped; nothing is changed."])
            case Wish.LOOK:
                return self.shown()
            case Wish.LOOK_CLOSER:
                return self.shown(full=True)
        return None

    def apply(self) -> Answer:
        """Record it."""
        course = self.proposal.course
        self.done = not course.missing
        rows = self._fight.correct(course, self._key, self._said)
        lines = made(rows, self._fight.state)
        return Answer([*lines, *self._carried_on()], rows)

    def waiting(self) -> Refused:
        """Why nothing else can be said."""
        seq = self.proposal.course.target.seq
        return Refused(f"The correction of #{seq} waits: yes applies it, no drops it.")

    def _carried_on(self) -> list[str]:
        """Who went on from here into other fights: those fights stay as they are."""
        was, now = self.proposal.course.was, self._fight.state
        return [
            f"{joined(names)} went on from here into {title}, which is not changed by this."
            for title, names in self._campaign.carried_on(self._fight.id, was, now)
        ]


class Repeated:
    """The lines of a correction that was recorded before under the same key: they are passed over,
    up to the one that applied it."""

    done = False

    def hear(self, line: str) -> Answer:
        """Nothing more comes of a line."""
        self.done = line.strip().casefold() in ("yes", "y", "apply")
        return Answer([])

    def waiting(self) -> Refused:
        """Why nothing else can be said."""
        return Refused("A correction that was recorded before waits for its yes.")


def is_one(rows: list[Recorded], line: str) -> bool:
    """Was this line the first of several about a correction?"""
    return isinstance(rows[0].event, Corrected) and not line.rstrip().endswith(" !")
