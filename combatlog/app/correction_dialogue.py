"""The dialogue about one correction: preview it, then apply or drop it."""

from __future__ import annotations

from collections.abc import Iterable

from combatlog.app.campaign import Campaign
from combatlog.app.correction_parser import read_correction
from combatlog.app.correction_proposal import (
    CorrectionAnswer,
    CorrectionProposal,
    is_about_dice,
    is_answer,
)
from combatlog.app.fight import Fight
from combatlog.app.results import Result, Step
from combatlog.grammar.commands import Correct
from events.errors import Conflict, KeyReused, Refused
from events.store.envelope import Recorded
from events.types.log_events import Corrected
from projections.text.words import Words, describe_asked_dice
from replay.corrections.plan import Correction

_SOME_REASON = "…"
"""Stands in for a reason while the rest of a correction is checked."""


class ReasonMissing(Refused):
    """The only fault of a correction is that it gives no reason."""


class CorrectionDialogue:
    """One correction that waits for an answer, until it is `done`.

    `key` and `line` are those of the line that began it; the correction is recorded
    under them. Raises `Refused`, and `ReasonMissing` if only the reason is missing.
    """

    def __init__(
        self, campaign: Campaign, fight: Fight, command: Correct, key: str = "", line: str = ""
    ) -> None:
        fight.refresh()
        self.done = False
        self.proposal = CorrectionProposal(fight, _check_reason(fight, command))
        self._campaign = campaign
        self._fight = fight
        self._key = key
        self._line = line
        self._answers: list[str] = []

    def preview(self, in_detail: bool = False) -> Result:
        """Return the plan: what the correction would change."""
        plan = self.proposal.plan
        step = Step([], plan.state, plan.was)
        return Result("previewed", [step], plan, in_detail, ranges=self.proposal.estimate())

    def hear(self, line: str) -> Result | None:
        """Carry out an answer; return None where the line is about something else. Raises
        `Refused`, and then nothing has changed."""
        match self.proposal.hear(line):
            case CorrectionAnswer.APPLY:
                return self.apply()
            case CorrectionAnswer.DROP:
                return self.drop()
            case CorrectionAnswer.PREVIEW:
                self._answers.append(_format_answer(line))
                return self.preview()
            case CorrectionAnswer.PREVIEW_IN_DETAIL:
                return self.preview(in_detail=True)
        return None

    def take(self, answers: Iterable[str]) -> None:
        """Carry out answers about dice and rulings. Raises `Refused` for one that is about anything
        else."""
        for line in answers:
            if self.proposal.hear(line) is not CorrectionAnswer.PREVIEW:
                raise Refused(f"“{line}” is no answer about dice or rulings, like: 5, or: keep 31")
            self._answers.append(_format_answer(line))

    def apply(self) -> Result:
        """Record the correction, with the dice that are drawn for it.

        Where the fight has gone on since the preview, return a new preview with the `Conflict` in
        `refused`. Where the correction is no longer possible, raise the conflict.
        """
        plan = self.proposal.plan
        try:
            rows, plan = self._fight.apply_correction(plan, self._key, self._line, self._answers)
        except Conflict as conflict:
            return self._preview_again(conflict)
        self.done = True
        now = self._fight.state
        carried_on = [*self._campaign.find_affected_fights(self._fight.id, plan.was, now)]
        return Result("corrected", [Step(rows, now, plan.was)], plan, affected_fights=carried_on)

    def drop(self, leave: bool = False) -> Result:
        """Leave the fight as it is."""
        self.done = True
        return Result("dropped", leave=leave)

    def describe_wait(self) -> str:
        """Say what it waits for: “the correction of #5 waits: y applies it, n drops it”."""
        plan = self.proposal.plan
        start = f"the correction of #{plan.target.seq} waits"
        if plan.missing:
            missing = ", ".join(describe_asked_dice(plan.missing, Words(plan.state)))
            if plan.draws:
                return f"{start}: y applies it and draws {missing}, n drops it"
            return f"{start} for {missing}: type what they show, or roll, or no"
        return f"{start}: y applies it, n drops it"

    def _preview_again(self, conflict: Conflict) -> Result:
        try:
            self.proposal.compute_again()
        except Refused:
            self.done = True
            raise conflict from None
        shown = self.preview()
        return Result(shown.kind, shown.steps, shown.plan, refused=conflict)


class RepeatedCorrection:
    """The lines of a correction that was recorded before under the same key.

    They are skipped, up to and including the one that applied it. `answers` are those that were
    given then; None if the log does not keep them.
    """

    done = False

    def __init__(self, key: str, answers: list[str] | None) -> None:
        self._key = key
        self._answers = answers
        self._heard: list[str] = []

    def hear(self, line: str) -> Result:
        """Skip a line. Raises `KeyReused` at the end, if other dice or rulings were said."""
        answer = _format_answer(line)
        self.done = answer in ("yes", "y", "apply")
        if self.done and self._answers not in (None, self._heard):
            raise KeyReused(self._key)
        if is_answer(line) or is_about_dice(answer) or answer in (self._answers or ()):
            self._heard.append(answer)
        return Result("nothing")

    def drop(self, leave: bool = False) -> Result:
        """Skip no more lines."""
        self.done = True
        return Result("nothing", leave=leave)

    def describe_wait(self) -> str:
        """Say what it waits for."""
        return "a correction that was recorded before waits for its yes"


def _format_answer(line: str) -> str:
    return " ".join(line.casefold().split())


def begins_correction(rows: list[Recorded], line: str) -> bool:
    """Return whether the line that recorded these rows began a dialogue about a correction."""
    return isinstance(rows[0].event, Corrected) and not line.rstrip().endswith(" !")


def _check_reason(fight: Fight, command: Correct) -> Correction:
    """Return the correction that a command means. Raises `ReasonMissing` only where nothing else
    is wrong with it."""
    correction = read_correction(fight.history, command)
    if not correction.why:
        fight.plan_correction(correction._replace(why=_SOME_REASON))
        raise ReasonMissing(
            f"Say why, for the log, like: {command.change} {command.seq} …; why: misheard"
        )
    return correction
