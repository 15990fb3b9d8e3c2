"""Talking about a correction: what it would change is shown, and then it is applied or dropped."""

from __future__ import annotations

from combatlog.app.campaign import Campaign
from combatlog.app.correction_proposal import Proposal, Wish
from combatlog.app.correction_words import correction
from combatlog.app.fight import Fight
from combatlog.app.replies import Answer
from combatlog.grammar.commands import Correct
from combatlog.terminal.views.correction import AT_TABLE, Manner, asks, made, missing_words, preview
from events.errors import Conflict, Refused
from events.store.envelope import Recorded
from events.types.corrections import Corrected
from projections.text.words import joined
from replay.corrections.plan import Correction

_SOME_REASON = "…"
"""Stands in for a reason while the rest of a correction is looked at."""


class Unexplained(Refused):
    """Nothing speaks against a correction but that it does not say why."""


class Correcting:
    """One correction being talked about, until it is `done`. `key` and `said` are those of the
    line that began it: what is recorded in the end is recorded for them. Raises `Refused`, and
    `Unexplained` where only the reason is missing."""

    def __init__(
        self, campaign: Campaign, fight: Fight, command: Correct, key: str = "", said: str = ""
    ) -> None:
        fight.refresh()
        self.done = False
        self.proposal = Proposal(fight, _explained(fight, command))
        self._campaign = campaign
        self._fight = fight
        self._key = key
        self._said = said

    def shown(self, full: bool = False, manner: Manner = AT_TABLE) -> Answer:
        """What it would change, and what can be answered."""
        course = self.proposal.course
        told = preview(self._fight.history, course, full, manner)
        return Answer([*told, *asks(course, full, manner)])

    def hear(self, line: str) -> Answer | None:
        """What a line about it comes to; None where it is about something else. Raises `Refused`,
        and then it stands as it stood."""
        match self.proposal.hear(line):
            case Wish.APPLY:
                return self.apply()
            case Wish.DROP:
                return self.drop()
            case Wish.LOOK:
                return self.shown()
            case Wish.LOOK_CLOSER:
                return self.shown(full=True)
        return None

    def apply(self) -> Answer:
        """Record it. Where the fight has gone on since it was shown it is shown anew, with the
        `Conflict` behind it; where it cannot be any more that is raised."""
        course = self.proposal.course
        try:
            rows = self._fight.correct(course, self._key, self._said)
        except Conflict as conflict:
            return self._shown_anew(conflict)
        self.done = True
        lines = made(self._fight.history, rows)
        return Answer([*lines, *self._carried_on()], rows)

    def drop(self) -> Answer:
        """Leave the fight as it is."""
        self.done = True
        return Answer(["Dropped; nothing is changed."])

    def waits(self) -> str:
        """What it is waiting for: “the correction of #5 waits: y applies it, n drops it”."""
        course = self.proposal.course
        of = f"the correction of #{course.target.seq} waits"
        if course.missing:
            return f"{of} for {missing_words(course)}: type what they show, or roll, or no"
        return f"{of}: y applies it, n drops it"

    def _shown_anew(self, conflict: Conflict) -> Answer:
        try:
            self.proposal.again()
        except Refused:
            self.done = True
            raise conflict from None
        return self.shown()._replace(refused=conflict)

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

    def drop(self) -> Answer:
        """Wait for nothing more."""
        self.done = True
        return Answer([])

    def waits(self) -> str:
        """What it is waiting for."""
        return "a correction that was recorded before waits for its yes"


def is_one(rows: list[Recorded], line: str) -> bool:
    """Was this line the first of several about a correction?"""
    return isinstance(rows[0].event, Corrected) and not line.rstrip().endswith(" !")


def _explained(fight: Fight, command: Correct) -> Correction:
    """The correction that is meant; where it does not say why, whatever else speaks against it
    comes first."""
    meant = correction(fight.history, command)
    if not meant.why:
        fight.course(meant._replace(why=_SOME_REASON))
        raise Unexplained(
            f"Say why, for the log, like: {command.change} {command.seq} …; why: misheard"
        )
    return meant
