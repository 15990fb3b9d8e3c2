"""Who may say what. Players speak for their own people; the referee says anything. A command that
was said at an earlier event counts only where nothing that it is about has changed since."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from combatlog.grammar.commands import AddNote, Command, Declare, RollDice, Show
from events.errors import Refused
from events.types.declarations import Attack
from events.types.names import fold_case
from events.types.rolls import Asked
from events.types.unions import Declaration, TurnAction
from projections.state.fight_state import Combatant, FightState
from projections.text.words import Words

REFEREE_ONLY = "Only the referee can say that; propose it instead."
"""The refusal of what players may not say."""


def list_own_people(state: FightState, name: str, plays: Collection[str]) -> list[Combatant]:
    """Return the combatants whom somebody speaks for: those whose player they are, and those whom
    the referee gave them by id."""
    return [
        one
        for one in state.combatants.values()
        if one.id in plays or (one.player and fold_case(one.player) == fold_case(name))
    ]


def refuse_foreign(command: Command, state: FightState, own: Iterable[Combatant]) -> None:
    """Raise `Refused` unless a player who speaks for these combatants may say a command: what they
    do in their turn, and dice that are asked of them."""
    ids = {one.id for one in own}
    match command:
        case Show() | AddNote():
            return
        case Declare(declarations):
            for declared in declarations:
                _refuse_declaration(declared, state, ids)
        case RollDice():
            _refuse_dice(command, state, ids)
        case _:
            raise Refused(REFEREE_ONLY)


def _refuse_declaration(declared: Declaration, state: FightState, ids: Collection[str]) -> None:
    if not isinstance(declared, TurnAction):
        raise Refused(REFEREE_ONLY)
    if declared.by not in ids:
        name = (
            state.combatants[declared.by].name if declared.by in state.combatants else declared.by
        )
        raise Refused(f"{name} is not yours; somebody else speaks for them.")
    if declared.overrule:
        raise Refused("Only the referee can overrule the rules; ask for it.")


def _refuse_dice(command: RollDice, state: FightState, ids: Collection[str]) -> None:
    if command.every:
        raise Refused("Roll your own dice one by one; only the referee rolls all that are left.")
    asked = list_thrown_dice(command, state)
    for each in asked:
        if each.by not in ids:
            raise Refused(f"That die is {Words(state).name(each.by)}'s; roll your own by name.")
    if len(command.faces) > max(1, len(asked)):
        raise Refused("These are more dice than are awaited; roll them one by one.")


def list_thrown_dice(command: RollDice, state: FightState) -> list[Asked]:
    """Return the awaited dice that a roll command means: one for each of its faces, or one."""
    return state.awaited_of(command.by, command.die)[: max(1, len(command.faces))]


def is_untouched(command: Command, then: FightState, now: FightState) -> bool:
    """Return whether a command means the same now as at the event it was said at: a declaration
    whose actor and targets, and whose turn, are as they were, or a die that is still awaited.
    Everything else counts at its own event alone."""
    match command:
        case AddNote() | Show():
            return True
        case Declare(declarations) if all(isinstance(each, TurnAction) for each in declarations):
            return _find_turn(then) == _find_turn(now) and all(
                then.combatants.get(id) == now.combatants.get(id)
                and then.pending_of(id) == now.pending_of(id)
                for each in declarations
                for id in _list_concerned(each)
            )
        case RollDice(by=by, die=die) if by and die:
            return then.playing == now.playing and then.awaited == now.awaited
    return False


def _find_turn(state: FightState) -> tuple[int, int, str, bool, bool]:
    """Return what tells one turn from another."""
    return state.round, state.turns, state.phase, state.ended, bool(state.awaited)


def _list_concerned(declared: Declaration) -> Iterator[str]:
    """Yield the ids of those whom a declaration is about."""
    for field in ("by", "target", "versus"):
        if isinstance(id := getattr(declared, field, ""), str) and id:
            yield id
    if isinstance(declared, Attack):
        yield from (aim.target for aim in declared.targets)
