"""Parts of lines that several verbs share: who acts, weapons, opponents, what is rolled."""

from __future__ import annotations

from combatlog.grammar.scanner import Scanner
from combatlog.grammar.writer import Writer
from events.types.dice_notation import is_dice
from events.types.names import fold_case
from projections.state.fight_state import Combatant


def roll_examples(verb: str, rest: str = "") -> tuple[tuple[str, str], ...]:
    """Return the examples of a verb behind which a roll is described."""
    return (
        (f"<!target|{verb} {{score}}{rest}>", "<!target|the {ability} it is rolled on>"),
        (f"<target|{verb} Athletics 10{rest}>", "<target|what it is rolled on, and the number>"),
        (f"<versus|{verb} {{score}} versus wolf{rest}>", "<versus|an opponent rolls against it>"),
        (
            f"<versus|{verb} {{score}} versus wolf {{other}}{rest}>",
            "<versus|the {ability} it rolls on>",
        ),
        ("<modified saves|{imp}: why; {enh}: why>", "<modified saves|what modifies it>"),
    )


def parse_actor(line: Scanner, what: str = "combatant") -> Combatant:
    """Take the name of who acts: among several it fits, one who still can act this turn."""
    pending = {waiting.action.by for waiting in line.state.pending}

    def likely(one: Combatant) -> bool:
        free = one.id not in pending or one.each
        barred = any(condition.bars == "everything" for condition in one.conditions)
        return free and not barred and (one.each or not one.acted)

    return line.combatant(what, likely, is_present)


def is_present(one: Combatant) -> bool:
    """Return whether a combatant is in the fight, neither gone nor dead."""
    return one.standing == "in"


def parse_weapon(line: Scanner, by: Combatant) -> str:
    """Take a weapon of this combatant, one that everybody has, or dice for an improvised one."""
    if is_dice(line.peek()):
        return fold_case(line.take())
    names = [*(weapon.name for weapon in by.weapons), *line.lexicon.weapons]
    return line.word_of(names, f"weapon of {by.name}")


def format_weapon(writer: Writer, weapon: str) -> str:
    """Write a weapon's name, or the dice of an improvised one."""
    return weapon if is_dice(weapon) else writer.full_name(weapon)


def format_opponent(writer: Writer, versus: str, opposing: str = "") -> list[str]:
    """Write `versus`, the opponent, and what the opponent rolls on; nothing without one."""
    return ["versus", writer.name(versus), opposing] if versus else []


def format_roll(
    writer: Writer, save: str, target: int | None, versus: str, opposing: str
) -> list[str]:
    """Write the roll that is part of an action: `save`, what is rolled on, and against what."""
    if not save:
        return []
    number = "" if target is None else str(target)
    return [writer.save(), save, number, *format_opponent(writer, versus, opposing)]
