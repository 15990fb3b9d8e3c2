"""The write path: check a command against the state of the fight, play it, and compose the entries
to append.

`docs/architecture.md` follows one command from the prompt through this module to the database.

A command is appended whole or not at all. A refused command changes nothing, because the handler
works on a copy of the state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from events.errors import Refused
from events.serialization.codec import clean_event
from events.store.envelope import Entry
from events.types.declarations import Attack, BeginRound, EndFight, Resolve
from events.types.log_events import SecretRevealed
from events.types.rolls import Asked
from events.types.unions import AnyEvent, Declaration
from projections.state.fight_state import FightState
from projections.state.fold import fold_one
from projections.text.words import (
    Words,
    capitalize,
    describe_asked_dice,
    describe_side,
    join_words,
    possessive,
)
from replay.log.commitments import DiceSupply
from rulesets.core.play import (
    DiceSource,
    GivenDice,
    MixedDice,
    PlayRunner,
    TypedDice,
    make_typed_roll,
)
from rulesets.core.registry import load_ruleset
from rulesets.core.ruleset import Problem
from rulesets.core.sealed_dice import SecretDice


class CommandHandler:
    """Handles one command: checks and plays declarations, and collects what is to be appended.

    `state` is a copy of the fight's state; each event is folded into it as it is added. `entries`
    are the events to append after event `head`. `find_supply` returns the sealed dice of the
    fight; it is called when they are first needed.
    """

    def __init__(
        self,
        state: FightState,
        head: int,
        find_supply: Callable[[], DiceSupply],
    ) -> None:
        self.state = state
        self.entries: list[Entry] = []
        self._head = head
        self._find_supply = find_supply
        self._supply: DiceSupply | None = None

    @property
    def supply(self) -> DiceSupply:
        """The sealed dice of the fight. They are looked up once, and only where they are needed."""
        # `cached_property` has one lock for all handlers up to Python 3.11, and this may ask a
        # database.
        if self._supply is None:
            self._supply = self._find_supply()
        return self._supply

    @property
    def new_secrets(self) -> Mapping[str, bytes]:
        """The secrets to store with the entries, by their commitment."""
        return {} if self._supply is None else self._supply.new_secrets

    def declare(self, declaration: Declaration, is_last: bool = True) -> None:
        """Check a declaration, play it and add its events; raises `Refused`. If it is not the last
        of its command, it may draw no dice."""
        prepared, problems = self._check(declaration)
        draws = self.state.dice != "typed"
        if draws and not isinstance(prepared, EndFight):
            self._add_commitment()
        seq = self._play(prepared, problems, self._choose_dice() if is_last else TypedDice())
        if not is_last and draws and not self.supply.is_spent and self._awaits_drawn:
            raise Refused(
                f"Dice are drawn here before the last of these declarations"
                f" ({describe_awaited(self.state)}); say them one at a time."
            )
        if isinstance(prepared, EndFight):
            self._reveal_secret(seq)

    def roll(
        self,
        asked: Asked,
        face: int | None,
        declaration: Declaration,
        record: Iterable[tuple[int, AnyEvent]],
    ) -> None:
        """Add one awaited die, typed (`face`) or drawn (`face` None), and resume the play that
        waits for it.

        The handler's state must be that of the declaration being played. `record` is what came
        after it on the line, as (seq, event).
        """
        rules = load_ruleset(self.state.game.rules)
        seq = self.state.seq
        record = list(record)
        last = self.state.copied()
        for at, event in record:
            fold_one(last, at, event)
        if face is None or (last.dice != "typed" and not self.supply.is_spent):
            for event in self.supply.serve().commit(last):
                record.append((self._next_seq, event))
                self.entries.append(Entry(event))
        rolled = (
            make_typed_roll(asked, face)
            if face is not None
            else self.supply.serve().roll(last, asked)
        )
        dice = GivenDice(rolled, self._choose_dice())
        runner = PlayRunner(self.state, seq, self._next_seq, dice, record)
        runner.run(rules.play(self.state, declaration, seq))
        self._add_played(runner.events, seq)

    def _check(self, declaration: Declaration) -> tuple[Declaration, list[Problem]]:
        """Return the declaration as it will be recorded, and the problems that the referee
        overrules; raises `Refused`."""
        refuse_while_waiting(self.state)
        rules = load_ruleset(self.state.game.rules)
        prepared = rules.prepare(self.state, clean_event(declaration))
        problems = rules.check(self.state, prepared)
        refuse_problems(problems, _get_overruling(prepared))
        return prepared, problems

    def _play(
        self,
        prepared: Declaration,
        problems: list[Problem],
        dice: DiceSource,
        repeats: int | None = None,
    ) -> int:
        """Add a checked declaration and the events of its play; return its seq."""
        seq = self._add(prepared, repeats=repeats)
        for problem in problems:
            self._add(problem.overrule(_get_overruling(prepared)), cause=seq)
        runner = PlayRunner(self.state, seq, self._next_seq, dice)
        runner.run(load_ruleset(self.state.game.rules).play(self.state, prepared, seq))
        self._add_played(runner.events, seq)
        return seq

    def _add_commitment(self) -> None:
        """Add the commitment to the dice in service, if this line does not have it yet."""
        if not self.supply.is_spent:
            for event in self.supply.serve().commit(self.state):
                self._add(event)

    @property
    def _next_seq(self) -> int:
        return self._head + len(self.entries) + 1

    def _add(self, event: AnyEvent, cause: int | None = None, repeats: int | None = None) -> int:
        seq = self._next_seq
        fold_one(self.state, seq, event)
        self.entries.append(Entry(event, cause=cause, repeats=repeats))
        return seq

    def _add_played(self, events: Iterable[AnyEvent], cause: int) -> None:
        """Add entries for the events of a play, which are already folded into the state."""
        self.entries.extend(self._make_entry(event, cause) for event in events)

    def _make_entry(self, event: AnyEvent, cause: int) -> Entry:
        """Return the entry of an event of a play; corrections override this."""
        return Entry(event, cause=cause)

    def _choose_dice(self) -> DiceSource:
        """Return the source of a declaration's dice: typed, sealed, or both. `EndFight` throws
        none, so it needs no secret."""
        if self.state.dice == "typed" or self.supply.dice is None:
            return TypedDice()
        return MixedDice(self.supply.dice) if self.state.dice == "mixed" else self.supply.dice

    @property
    def _awaits_drawn(self) -> bool:
        """Whether a die is awaited that the program would draw."""
        return any(self.state.draws_for(asked.by) for asked in self.state.awaited)

    def _reveal_secret(self, seq: int) -> None:
        """Reveal the secret of a fight of format 1 at its end."""
        dice = self.supply.dice
        if isinstance(dice, SecretDice):
            self._add(SecretRevealed(dice.secret.hex(), dice.commitment), cause=seq)


def preview_declaration(state: FightState, declaration: Declaration) -> FightState:
    """Return the state after a declaration, as if its dice were typed and awaited. Nothing is
    drawn; raises `Refused` as a command would."""
    after = state.copied()
    after.dice = "typed"
    handler = CommandHandler(after, state.seq, _refuse_supply)
    handler.declare(declaration, is_last=False)
    after.dice = state.dice
    return after


def _refuse_supply() -> DiceSupply:
    raise AssertionError("a preview draws nothing")


def find_left_out(state: FightState, declarations: Sequence[Declaration]) -> str:
    """Say whom a command of these declarations would leave out; empty if nobody, or if the rules
    refuse it."""
    if any(isinstance(each, EndFight) for each in declarations) and state.pending:
        names = dict.fromkeys(state.combatants[each.action.by].name for each in state.pending)
        return f"The fight ends without what {join_words([*names])} declared"
    if not any(isinstance(each, Resolve | BeginRound) for each in declarations):
        return ""
    rules = load_ruleset(state.game.rules)
    try:
        for declared in declarations:
            ending = declared if isinstance(declared, Resolve | BeginRound) else None
            if ending and (left := rules.find_left_out(state, ending)):
                preview_declaration(state, ending)
                return _describe_left_out(state, ending, [one.name for one in left])
            if declared is not declarations[-1]:
                state = preview_declaration(state, declared)
    except Refused:
        pass
    return ""


def find_target_down(state: FightState, declarations: Sequence[Declaration]) -> str:
    """Say who is down among those whom they attack; empty if nobody, if that is overruled, or
    if the rules refuse it."""
    felled = load_ruleset(state.game.rules).lexicon(state.game).felled
    try:
        for declared in declarations:
            if not isinstance(declared, Attack) or declared.overrule:
                continue
            for one in (state.combatants[aim.target] for aim in declared.targets):
                if felling := one.find_felling(felled):
                    preview_declaration(state, declared)
                    return f"{one.name} is down already: {felling}"
    except Refused:
        pass
    return ""


def _describe_left_out(
    state: FightState, ending: Resolve | BeginRound, names: Sequence[str]
) -> str:
    """Say whose turn ends without whom: “The party's turn ends without Ben”."""
    if len(names) > 6:
        names = [*names[:5], f"{len(names) - 5} more"]
    side = possessive(describe_side(state.side_to_act))
    whole = state.phase or isinstance(ending, BeginRound)
    what = f"Round {state.round}" if whole else f"{capitalize(side)} turn"
    return f"{what} ends without {join_words(names)}"


def _get_overruling(declaration: Declaration) -> str:
    """Return the referee's reason for overruling, empty where there is none."""
    reason: str = getattr(declaration, "overrule", "")
    return reason


def refuse_while_waiting(state: FightState) -> None:
    """Raise `Refused` if dice are awaited: nothing else can be declared until they are rolled."""
    if state.awaited:
        awaited = describe_awaited(state)
        raise Refused(f"Dice are awaited: {awaited}. Roll them (or “roll” alone to draw), or undo.")


def describe_awaited(state: FightState) -> str:
    """Return the awaited dice in words: `Ada 2d10 (damage), Ben d20 (critical)`."""
    return ", ".join(describe_asked_dice(state.awaited, Words(state)))


def refuse_problems(problems: list[Problem], overrule: str) -> None:
    """Raise `Refused` with every problem that `overrule`, the referee's reason, does not lift.

    Of what nobody can overrule it names only that: the rest does not matter then.
    """
    final = [problem for problem in problems if not problem.overrulable]
    if final or (problems and not overrule):
        left = final or problems
        reasons = "; ".join(dict.fromkeys(problem.reason for problem in left))
        raise Refused(f"{reasons}.", clause=left[0].clause, overrulable=not final)
