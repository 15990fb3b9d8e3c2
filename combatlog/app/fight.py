"""One fight: what is played at its head, and undoing, correcting, branches, notes, keys and
seals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from combatlog.app.fight_head import FightHead, make_request
from combatlog.app.told import list_told
from events.errors import Conflict, Refused
from events.store.envelope import Entry, Head, Recorded, check_seq
from events.store.statements import join_answers
from events.types.log_events import CampaignTitled, Noted
from events.types.names import check_name, clean_text
from projections.state.fight_state import FightState
from replay.audit.seals import CampaignSeal, FightSeal, make_fight_seal
from replay.command_handler import describe_awaited, refuse_while_waiting
from replay.corrections.input_replay import MissingDice
from replay.corrections.plan import Correction, CorrectionDie, CorrectionPlan, Rulings
from replay.corrections.rebase import plan_correction
from replay.log import branches, undo
from replay.log.commitments import DiceSupply, add_salt, close_epoch, has_open_dice
from replay.log.event_log import History

if TYPE_CHECKING:
    from events.signatures import SigningKey


class AppliedCorrection(NamedTuple):
    """A correction that was recorded: its rows, and its plan with the dice that were drawn."""

    rows: list[Recorded]
    plan: CorrectionPlan


class Fight(FightHead):
    """A fight in an event store.

    `by` is the name that is recorded with each command. `entropy` is the source of new secrets for
    the dice. `find_key` returns your key. Where a key was bound to the name `by` in the fight, each
    command under that name is signed with it, and refused without it.

    Every command raises `Refused` where the rules or the log do not allow it, and `Conflict` where
    another program has recorded meanwhile; then this object is up to date again. In both cases
    nothing was recorded.

    `key` makes a command idempotent: repeated with the same key, it returns the rows of the first
    time. `line` is the line the command was parsed from. If it is given, the key stands for this
    line, and not for what the line would mean now.
    """

    def undo(
        self,
        count: int = 1,
        why: str = "",
        key: str = "",
        line: str = "",
        *,
        dice: bool = False,
    ) -> list[Recorded]:
        """Take back the last `count` exchanges: commands, each with the dice that were rolled for
        it since. With `dice`, take back the last `count` dice only."""
        what = ("dice",) if dice else ()
        request = make_request(key, line, "undo", count, why, *what)
        return self._move(lambda: undo.undo(self.history, count, why, dice), key, request)

    def redo(
        self,
        count: int = 1,
        why: str = "",
        key: str = "",
        line: str = "",
        *,
        dice: bool = False,
    ) -> list[Recorded]:
        """Bring back the last `count` exchanges that were taken back; with `dice`, command by
        command, so that dice of an exchange can stay away."""
        what = ("dice",) if dice else ()
        request = make_request(key, line, "redo", count, why, *what)
        return self._move(lambda: undo.redo(self.history, count, why, dice), key, request)

    def rewind(self, seq: int, why: str = "", key: str = "", line: str = "") -> list[Recorded]:
        """Move the head to the end of the command of event `seq`."""
        request = make_request(key, line, "rewind", seq, why)
        return self._move(lambda: undo.rewind(self.history, seq, why), key, request)

    def switch(self, branch: str, why: str = "", key: str = "", line: str = "") -> list[Recorded]:
        """Move the head to the end of a branch."""
        request = make_request(key, line, "switch", branch, why)
        return self._move(lambda: undo.switch(self.history, branch, why), key, request)

    def plan_correction(
        self,
        correction: Correction,
        rulings: Rulings = Rulings(),
        typed_dice: Sequence[CorrectionDie] = (),
        drawing: bool = False,
    ) -> CorrectionPlan:
        """Return the plan of a correction: what it would append and change. Nothing is recorded,
        and no die is drawn: the plan ends where one is missing.

        `rulings` decide what becomes of inputs that are impossible then. `typed_dice` are typed for
        it. `drawing` draws the dice that are still missing when the correction is applied.
        """
        return self._plan(correction, "await", rulings, typed_dice, drawing)

    def estimate_correction(self, plan: CorrectionPlan) -> tuple[FightState, FightState]:
        """Return the states that a correction leads to if its missing dice all show their lowest,
        and if they all show their highest face."""
        low, high = (
            self._plan(plan.correction, missing, plan.rulings, plan.typed_dice, plan.drawing)
            for missing in ("low", "high")
        )
        return low.state, high.state

    def correct(self, plan: CorrectionPlan, key: str = "", line: str = "") -> list[Recorded]:
        """Record a correction in one append. Missing dice are drawn if the plan `draws` them.

        Raises `Refused` while dice are missing that have to be typed, and `Conflict` where the
        fight has gone on since the plan was computed.
        """
        return self.apply_correction(plan, key, line).rows

    def apply_correction(
        self, plan: CorrectionPlan, key: str = "", line: str = "", answers: Sequence[str] = ()
    ) -> AppliedCorrection:
        """Record a correction as `correct` does; return its rows and the plan with the dice that
        were drawn for it. `answers` are the lines about dice and rulings that were said after
        `line`; the key stands for them, too (in format 1 for the line alone)."""
        if line and self._keeps_said:
            line = join_answers(line, answers)
        dice = (plan.typed_dice, plan.drawing) if plan.typed_dice or plan.drawing else ()
        request = make_request(key, line, "correct", plan.correction, plan.rulings, *dice)
        if (recorded := self._find_by_key(key, request)) is not None:
            return AppliedCorrection(recorded, plan)
        if plan.head != len(self.history):
            raise self.find_conflict() or Conflict(self.id, plan.head, len(self.history))
        if plan.missing and not plan.draws:
            raise Refused(f"Dice are missing for this correction: {describe_awaited(plan.state)}.")
        if plan.draws or self.history.epochs is None:  # in format 1, an end reveals the secret
            drawing = plan.drawing or plan.draws
            plan = self._plan(plan.correction, "draw", plan.rulings, plan.typed_dice, drawing)
        assert not plan.missing, "once a die is drawn, all others are"
        rows = self._append(plan.entries, key, request, plan.state, plan.secrets)
        return AppliedCorrection(rows, plan._replace(secrets={}))

    def _plan(
        self,
        correction: Correction,
        missing: MissingDice,
        rulings: Rulings,
        typed_dice: Sequence[CorrectionDie],
        drawing: bool,
    ) -> CorrectionPlan:
        """Return a plan. No secret is at hand unless the dice are drawn."""
        find_secret = self._find_secret if missing == "draw" else _find_no_secret
        return plan_correction(
            self.history,
            correction,
            supply=DiceSupply(self.id, self.history, find_secret, self._entropy),
            missing=missing,
            rulings=rulings,
            typed_dice=typed_dice,
            drawing=drawing,
        )

    def list_branches(self) -> list[branches.Branch]:
        """Return every branch, in the order they began."""
        return branches.list_branches(self.history)

    def name_branch(self, branch: str, name: str, key: str = "", line: str = "") -> list[Recorded]:
        """Rename a branch."""

        def named() -> list[Entry]:
            found = branches.find_branch(self.history, branch)
            return branches.name_branch(self.history, found, name)

        return self._move(named, key, make_request(key, line, "call", branch, name))

    def note(self, text: str, key: str = "", line: str = "") -> list[Recorded]:
        """Record a note. An undo leaves it in place."""
        if not clean_text(text):
            raise Refused("Say what to note, like: note Ada spares the wolf.")
        entries = [Entry(Noted(clean_text(text)))]
        return self._move(lambda: entries, key, make_request(key, line, "note", text))

    def title_campaign(self, title: str, key: str = "", line: str = "") -> list[Recorded]:
        """Record a title of the campaign; only that in the campaign's first fight counts
        (`Campaign.rename`). An undo leaves it in place."""
        entries = [Entry(CampaignTitled(check_name(title)))]
        return self._move(lambda: entries, key, make_request(key, line, "campaign-title", title))

    def bind_key(
        self, new: SigningKey | None = None, key: str = "", line: str = ""
    ) -> list[Recorded]:
        """Bind a key to the name `by`: `new`, else your own. From then on it signs what is recorded
        under that name. While another key does, that one has to sign, too."""
        from combatlog.app.signing import bind_key

        new = new or (self.find_key() if self.find_key is not None else None)
        request = make_request(key, line, "bind", new.public if new is not None else "")
        return self._move(
            lambda: bind_key(self._store, self.id, self.history, self.by, new), key, request, new
        )

    def revoke_key(self, whose: str, why: str, key: str = "", line: str = "") -> list[Recorded]:
        """Revoke a key, named by its id, or by its person where they have one: it speaks for nobody
        from then on. Its owner may, and whoever started the fight; a key of the latter anybody
        may."""
        from combatlog.app.signing import revoke_key

        request = make_request(key, line, "revoke", whose, why)
        return self._move(lambda: revoke_key(self.history, self.by, whose, why), key, request)

    def salt(self, text: str, key: str = "", line: str = "") -> list[Recorded]:
        """Add text to the secret of the dice, before the first of them has fallen."""

        def salted() -> list[Entry]:
            entries = add_salt(self.history, text)
            if self._supply().dice is None:
                raise Refused(
                    "The secret of these dice is not kept here, so another will serve: declare"
                    " something, and salt that one."
                )
            return entries

        return self._move(salted, key, make_request(key, line, "salt", text))

    def close(self, why: str = "", key: str = "", line: str = "") -> list[Recorded]:
        """Close the epoch of the dice and open its secret, so that everybody can check them. The
        next die comes from another secret."""
        request = make_request(key, line, "close", why)
        if (recorded := self._find_by_key(key, request)) is not None:
            return recorded
        refuse_while_waiting(self.state)
        closing = close_epoch(self.history, self.id, self._find_secret, why, self._entropy)
        return self._append(closing.entries, key, request, secrets=closing.secrets)

    @property
    def seal(self) -> CampaignSeal | FightSeal:
        """The seal of the fight up to its last event, of the campaign's format. As text it is a
        line of digits; its `words` are to be read out (none in format 1)."""
        last = self.history[len(self.history)]
        return make_fight_seal(self.id, Head(last.seq, last.digest), self._store.format)

    @property
    def has_open_dice(self) -> bool:
        """Whether dice were drawn whose secret `close` would open."""
        return has_open_dice(self.history, self._find_secret)

    def compute_state(self, seq: int) -> FightState:
        """Return the state after event `seq`, on whichever line it is."""
        return self.history.state(check_seq(seq, len(self.history)))

    def list_told(self, rows: Sequence[Recorded]) -> tuple[str, ...]:
        """Return what the table is told of the rows of a command, a sentence each: throws that were
        thrown again, known beforehand, or seen and left, dice that were taken back or come from
        another secret, and actions that were amended after their dice had fallen.

        The answer stays the same when the fight has gone on, so a repeated command is told alike.
        """
        if not rows or self.history.is_plain:
            return ()
        last, history = rows[-1].seq, self.history
        if last < len(history):
            history = History(history.rows[:last])
        state = self.state if history is self.history else history.state(last)
        return list_told(history, rows, state)


def _find_no_secret(commitment: str) -> None:
    """Return no secret."""
