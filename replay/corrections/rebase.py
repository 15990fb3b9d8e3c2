"""The plan of a correction: replay every input from the corrected one on, with the dice as they
were rolled.

How a correction keeps its dice:

1. `CorrectionTarget` collects the dice of the line from the corrected input on (`LineDice`), by
   identity: the input they were rolled for, roller, purpose, kind of die, and number.
2. `plan_correction` replays the inputs (`_Rebase`), each by `InputReplay.replay`. A play asks for
   dice, and `ReusedDice` answers with the recorded die of the same identity (`DiceReuse.find`).
3. A die that was never rolled comes from those typed for the correction (`SuppliedDice`), else from
   the sealed dice (`DiceSupply`) once the correction is applied. A preview draws none.
4. Recorded dice that no play asked for are kept in a `Spared` event at the end
   (`InputReplay.add_unused_dice`), and serve later corrections.

Nothing is recorded here. The caller shows the plan and appends its entries, all or none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from msgspec.structs import replace

from events.errors import Refused
from events.store.envelope import Recorded
from events.types.declarations import Join, Resolve
from events.types.log_events import Corrected, RulesChanged, Sealed, Skipped
from events.types.outcomes import TurnBegan
from events.types.rolls import Rolled
from events.types.statements import Rename
from events.types.unions import Declaration, is_declaration
from projections.state.fight_state import FightState
from projections.text.words import describe_side
from replay.corrections.input_replay import AllowedDeclaration, InputReplay, MissingDice
from replay.corrections.input_variants import (
    InputVariants,
    get_declaration,
    give_free_name,
    keep_id,
)
from replay.corrections.plan import (
    Correction,
    CorrectionDie,
    CorrectionPlan,
    CorrectionTarget,
    ImpossibleInput,
    Rulings,
)
from replay.corrections.recorded_dice import DiceReuse
from replay.log.commitments import DiceSupply
from replay.log.event_log import History

_HINT = re.compile(r" \((?:did you mean|there is|to insist)[^()]*\)")
_NOBODY = re.compile("Nobody here is called “(.+)”")


class RefusalReasons:
    """Reasons for refusals, with the names that combatants have in state `was`."""

    def __init__(self, history: History, was: FightState) -> None:
        self._history = history
        self._was = was

    def explain(self, refused: Refused, row: Recorded) -> str:
        """Return why an input was refused, without hints that only help at the prompt. An input
        skipped before for the same reason keeps its wording."""
        why = _HINT.sub("", str(refused)).rstrip(".")
        nobody = _NOBODY.fullmatch(why)
        names = self._list_names(nobody.group(1)) if nobody is not None else []
        reasons = [f"{name} is not there" for name in names] or [why]
        before = row.event.why if isinstance(row.event, Skipped) else ""
        return before if before in reasons else reasons[0]

    def _list_names(self, id: str) -> list[str]:
        """Return what a combatant is or was called, the present name first; empty for an unknown
        id."""
        one = self._was.combatants.get(id)
        return [*([one.name] if one is not None else []), *reversed(self._called.get(id, ()))]

    @cached_property
    def _called(self) -> dict[str, list[str]]:
        """Every name that a combatant had on any line, by id."""
        called: dict[str, list[str]] = {}
        for row in self._history.rows:
            event = row.event.input if isinstance(row.event, Skipped) else row.event
            if isinstance(event, Join):
                called.setdefault(event.sheet.id, []).append(event.sheet.name)
            elif isinstance(event, Rename):
                called.setdefault(event.who, []).append(event.name)
        return called


def refuse_without_turn(
    history: History, row: Recorded, declaration: Declaration, state: FightState
) -> None:
    """Raise `Refused` if the input resolves the turn of a side that has none in this round. Without
    this it would resolve the next side's turn, which has an input of its own."""
    if not isinstance(declaration, Resolve) or declaration.side or not state.order:
        return
    now, first = find_turn_side(history, row.seq), find_turn_side(history, history.origin(row.seq))
    sides = [
        side for side in (now, first) if side
    ]  # a correction may have changed whose turn it is
    if sides and not any(side in state.order for side in sides):
        raise Refused(f"{describe_side(sides[0])} has no turn in this round")


def find_turn_side(history: History, seq: int) -> str:
    """Return the side whose turn the input of this event resolved, empty if none."""
    for row in history.rows[seq:]:
        if isinstance(row.event, TurnBegan) and row.cause == seq:
            return row.event.side
        if is_declaration(row.event):
            break
    return ""


def plan_correction(
    history: History,
    correction: Correction,
    *,
    supply: DiceSupply,
    missing: MissingDice = "await",
    rulings: Rulings = Rulings(),
    typed_dice: Sequence[CorrectionDie] = (),
    drawing: bool = False,
) -> CorrectionPlan:
    """Plan a correction.

    A correction may need dice that never fell. `typed_dice` are those that were typed for it.
    `missing` says what becomes of the others. With `"await"`, the plan ends at the first of them.
    With `"draw"`, `supply` draws them, if the fight's dice are digital or `drawing` is set. Raises
    `Refused` if there is nothing to correct, or if the rules do not allow the new input.

    The inputs are replayed until all dice are settled, because only the end of a replay shows which
    dice compete for a draw (see `DiceReuse`). A replay stops as soon as an input draws another die
    in place of its own. Where a new die took the draw of a recorded one too early, the next replay
    keeps that draw. If it does not use the recorded die, the new one gets the draw after all, so
    that no draw is passed over for nothing.
    """
    target = CorrectionTarget(history, correction)
    unclaimed: set[int] = set()
    displaced: set[int] = set()
    given_up: set[int] = set()
    while True:
        reuse = DiceReuse(target.recorded, unclaimed, displaced)
        replay = InputReplay(
            history,
            target.base,
            reuse,
            supply=supply.fork(),
            missing=missing,
            typed_dice=typed_dice,
            drawing=drawing,
        )
        plan = _Rebase(target, rulings, replay).plan()
        plan = plan._replace(typed_dice=tuple(typed_dice), drawing=drawing)
        if reuse.passed_over:
            unclaimed |= reuse.passed_over
            continue
        if plan.missing:
            return plan
        newly_unclaimed = reuse.find_unclaimed(plan.fresh)
        newly_displaced = reuse.find_displaced(plan.fresh) - given_up
        if newly_unclaimed <= unclaimed and newly_displaced <= displaced:
            unmet = displaced - reuse.used if target.recorded.by_epoch else set()
            if not unmet:
                return plan
            given_up |= unmet
            displaced -= unmet
        else:
            unclaimed |= newly_unclaimed
            displaced |= newly_displaced


class _Rebase:
    """One attempt to compute a plan: replays the inputs of the line from the corrected one on."""

    def __init__(self, target: CorrectionTarget, rulings: Rulings, replay: InputReplay) -> None:
        self._target = target
        self._history = target.history
        self._correction = target.correction
        self._rulings = rulings
        self._was = target.was
        self._input_replay = replay
        self._variants = InputVariants(target.history, target.history.position())
        self._reasons = RefusalReasons(target.history, target.was)
        self._impossible: list[ImpossibleInput] = []
        self._revived: list[Recorded] = []
        self._left: list[Recorded] = []
        self._lacks_dice = False

    def plan(self) -> CorrectionPlan:
        """Replay the inputs and return the plan."""
        replay, correction, row = self._input_replay, self._correction, self._target.row
        replay.begin(Corrected(correction.change, row.seq, correction.why, correction.apart))
        self._run()
        spared = None if self._lacks_dice else replay.add_unused_dice()
        missing = tuple(replay.state.awaited) if self._lacks_dice else ()
        return CorrectionPlan(
            correction=correction,
            rulings=self._rulings,
            target=row,
            head=len(self._history),
            was=self._was,
            state=replay.state,
            entries=replay.entries,
            secrets=replay.new_secrets,
            impossible=self._impossible,
            missing=missing,
            fresh=[
                entry.event
                for entry in replay.entries
                if isinstance(entry.event, Rolled) and entry.repeats is None
            ],
            spared=spared.dice if spared is not None else (),
            revived=self._revived,
            left=[
                row
                for row in self._left
                if (is_declaration(row.event) or isinstance(row.event, Skipped))
            ],
            unasked=replay.typed_dice,
            sought=tuple(map(replay.identify, missing)),
            spent=replay.supply.is_spent,
        )

    def _run(self) -> None:
        """Replay the inputs up to the end of the line, or to where dice are missing, a ruling stops
        the fight, or the replay is outdated."""
        rows, changed = self._target.rows, self._target.changed
        for at, row in enumerate(rows):
            if row.cause is not None:
                continue  # dice and outcomes follow from the replayed inputs
            if row is changed and not self._target.is_die:
                self._change(row)
            else:
                self._repeat(row)
            if self._left:
                self._left = rows[at:]
            if self._lacks_dice or self._left or self._input_replay.is_outdated:
                return

    def _change(self, row: Recorded) -> None:
        """Replay, strike out or insert at the corrected input itself."""
        declared = get_declaration(row)
        origin = self._history.origin(row.seq)
        match self._correction.change:
            case "strike":
                self._input_replay.skip(declared, self._correction.why, origin, struck=True)
            case "amend":
                now = self._input_replay.state
                if isinstance(row.event, Skipped):
                    declared = give_free_name(declared, self._was, now)
                if self._correction.declarations:
                    declaration = keep_id(
                        declared, self._correction.declarations[0], self._was, now
                    )
                    self._replay(row, self._input_replay.check(declaration))
                else:
                    self._replay(row, self._find_allowed(row, declared))
            case "insert":
                for left, declaration in enumerate(self._correction.declarations, 1):
                    newcomer = give_free_name(declaration, self._was, self._input_replay.state)
                    self._input_replay.replay(self._input_replay.check(newcomer))
                    self._lacks_dice = bool(self._input_replay.state.awaited)
                    if left < len(self._correction.declarations):
                        self._refuse_drawing_between()
                    if self._lacks_dice:
                        return
                self._repeat(row)

    def _refuse_drawing_between(self) -> None:
        """Raise `Refused` if a declaration to insert draws dice before another one: the dice would
        be seen, and nothing recorded, where they make the other one impossible."""
        if self._input_replay.has_drawn or (self._lacks_dice and self._input_replay.draws):
            raise Refused(
                "Dice are drawn here before the last of these declarations; insert them one at a"
                " time."
            )

    def _repeat(self, row: Recorded) -> None:
        """Replay a row of the line: an input if it is possible now, a commitment or a change of
        rules as it is."""
        event, origin = row.event, self._history.origin(row.seq)
        match event:
            case Sealed() | RulesChanged():
                self._input_replay.carry(event, origin)
            case Skipped(input=declaration, why=why, struck=True):
                self._input_replay.skip(declaration, why, origin, struck=True)
            case Skipped(input=declaration):
                self._try(row, give_free_name(declaration, self._was, self._input_replay.state))
            case _ if is_declaration(event):
                self._try(row, event)

    def _try(self, row: Recorded, declaration: Declaration) -> None:
        """Replay an input; apply a ruling if it is refused."""
        try:
            refuse_without_turn(self._history, row, declaration, self._input_replay.state)
            allowed = self._find_allowed(row, declaration)
        except Refused as refused:
            self._apply_ruling(row, declaration, refused)
        else:
            if isinstance(row.event, Skipped):
                self._revived.append(row)
            self._replay(row, allowed)

    def _find_allowed(
        self, row: Recorded, declaration: Declaration, overrule: str = ""
    ) -> AllowedDeclaration:
        """Return the first variant of an input that the rules allow, with this reason for
        overruling, if given. Raises the first `Refused` that could be overruled, else the last."""
        refusals: list[Refused] = []
        for variant in self._variants.list_variants(row, declaration, self._input_replay.state):
            try:
                return self._input_replay.check(
                    replace(variant, overrule=overrule) if overrule else variant
                )
            except Refused as refused:
                refusals.append(refused)
        raise next((each for each in refusals if each.overrulable), refusals[-1])

    def _replay(self, row: Recorded, allowed: AllowedDeclaration) -> None:
        """Play an input in the place of a row of the line. If it waits for dice, they are missing,
        unless the play was open before and may stay so."""
        origin = self._history.origin(row.seq)
        self._input_replay.replay(allowed, origin, lambda: self._stays_open(row))
        if self._input_replay.state.awaited and not self._stays_open(row):
            self._lacks_dice = True

    def _stays_open(self, row: Recorded) -> bool:
        """Return whether the play of a row was open before the correction, and every die rolled for
        it is used again."""
        if not self._was.awaited or self._was.playing != row.seq:
            return False
        used = {entry.repeats for entry in self._input_replay.entries}
        fell = (each for each in self._target.rows if isinstance(each.event, Rolled))
        return all(self._history.origin(each.seq) in used for each in fell if each.cause == row.seq)

    def _apply_ruling(self, row: Recorded, declaration: Declaration, refused: Refused) -> None:
        """Skip or keep an input that is impossible now, or stop before it."""
        origin = self._history.origin(row.seq)
        before = isinstance(row.event, Skipped)
        ruling = self._rulings.each.get(row.seq, "skip" if before else self._rulings.rule)
        insists = refused.overrulable and hasattr(declaration, "overrule")
        if ruling == "keep" and insists:
            try:
                insisted = self._find_allowed(row, declaration, self._overrule_reason(row))
            except Refused as other:
                refused, insists = other, False
            else:
                self._replay(row, insisted)
        if ruling == "keep" and not insists:
            ruling = "skip"
        why = self._reasons.explain(refused, row)
        self._impossible.append(ImpossibleInput(row, why, insists, ruling, before))
        if ruling == "skip":
            self._input_replay.skip(get_declaration(row), why, origin)
        elif ruling == "stop":
            self._left = [row]

    def _overrule_reason(self, row: Recorded) -> str:
        """Return the reason for which the referee keeps an input."""
        return self._rulings.reason(row.seq) or self._correction.why
