"""What would have saved somebody who fell, in words, and what it would have been like."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from combatlog.app.odds import format_percent
from projections.narrative.story_names import StoryNames
from projections.state.fight_state import FightState
from projections.text.words import describe_purpose, join_words
from replay.recap.falls import Fall
from replay.recap.rescues import MOST_ARMOR, DieRescue, Rescue, RescueKind, Rescues


class ToldFall(NamedTuple):
    """Somebody who fell, what would have saved them, and the fight after it. `rescues` is None
    where nothing follows from the numbers that an audience knows, or a newer version of the rules
    played the fight."""

    fall: Fall
    rescues: Rescues | None
    state: FightState


class RescueWords(NamedTuple):
    """A way to save somebody: in words, `said` without its full stop; as a question, `what_if`; and
    in short, `brief`: “armor 2”."""

    rescue: Rescue
    said: str
    what_if: str
    brief: str


def describe_rescues(told: ToldFall) -> list[str]:
    """Return what would have saved somebody, at most four sentences without their full stops; or
    that nothing of it would have. Empty where that is hidden."""
    if told.rescues is None:
        return []
    said = [each.said for each in list_rescue_words(told)]
    return said or list(_describe_nothing(told.rescues.untried))


def describe_rescues_briefly(told: ToldFall, known: Sequence[str] = ()) -> str:
    """Return “armor 2 or aid would have kept Dee up”, of one who died “would have kept Dee alive”,
    or that nothing would have. Empty where that is hidden or unknown. The `known` ways were told
    before."""
    if told.rescues is None:
        return ""
    name = StoryNames(told.state).name(told.fall.who)
    saved = f"kept {name} {'alive' if told.fall.end == 'dead' else 'up'}"
    ways = list_rescue_words(told)
    if not ways:
        return "" if told.rescues.untried else f"nothing would have {saved}"
    ways = [each for each in ways if each.brief not in known]
    if not ways:
        return ""
    might = "would" if all(each.rescue.chance == 1 for each in ways) else "could"
    return f"{join_words([each.brief for each in ways], 'or')} {might} have {saved}"


def list_rescue_words(told: ToldFall) -> list[RescueWords]:
    """Return the ways to save somebody, at most four, in words."""
    if told.rescues is None:
        return []
    words = StoryNames(told.state)
    die, armor, aid, save = (
        told.rescues.die,
        told.rescues.armor,
        told.rescues.aid,
        told.rescues.save,
    )
    found: list[RescueWords] = []

    def add(rescue: Rescue, ground: str, what_if: str, brief: str) -> None:
        said = f"{ground}, {_describe_rescued(told, rescue.chance)}"
        question = f"What if {what_if}{_describe_luck(rescue.chance)}?"
        found.append(RescueWords(rescue, said, question, brief))

    found += [describe_die(told, each) for each in (die, save) if each is not None]
    if armor is not None:
        instead = f" instead of {armor.was}" if armor.was else ""
        worn = f"armor {armor.armor}{instead} from the start"
        add(
            armor,
            f"with {worn}",
            f"{words.name(told.fall.who)} had worn {worn}",
            f"armor {armor.armor} from the start",
        )
    if aid is not None:
        helpers = [words.name(id) for id in aid.by]
        given = f"had given aid in round {aid.round}"
        add(
            aid,
            f"if {join_words(helpers, 'or')} {given} (before #{aid.seq})",
            f"{helpers[0]} {given}",
            f"aid in round {aid.round}",
        )
    return found


def describe_die(told: ToldFall, die: DieRescue) -> RescueWords:
    """Return another face of a die that would have saved somebody, in words."""
    words = StoryNames(told.state)
    aim = _AIMS.get(die.purpose, describe_purpose(die.purpose))
    by, faces = words.name(die.by), format_faces(die.faces)
    said = f"if {by} had rolled {faces} instead of {die.face} on the {die.die} for {aim}"
    return RescueWords(
        die,
        f"{said} (#{die.seq}), {_describe_rescued(told, die.chance)}",
        ask_die(die, told.state),
        f"{faces} on {words.whose(die.by)} {die.die} for {aim}",
    )


def ask_die(die: DieRescue, state: FightState) -> str:
    """Return “What if Dee had rolled 5 instead of 13 on the d20 for the save?”"""
    aim = _AIMS.get(die.purpose, describe_purpose(die.purpose))
    rolled = f"rolled {die.nearest} instead of {die.face} on the {die.die}"
    lucky = _describe_luck(die.chance)
    return f"What if {StoryNames(state).name(die.by)} had {rolled} for {aim}{lucky}?"


def _describe_luck(chance: Fraction) -> str:
    """Return what a way needs besides to help: nothing, if it is sure."""
    return "" if chance == 1 else f", and luck had helped ({format_percent(float(chance))})"


_AIMS = {
    "critical": "the save",
    "effect-save": "the save",
    "attack": "the attack",
    "death": "the death check",
}
"""What dice were thrown for, as a sentence has it, where the purpose alone does not read well."""


def _describe_rescued(told: ToldFall, chance: Fraction) -> str:
    """Return “Dee would not have gone down”, or with which chance."""
    name, died = StoryNames(told.state).name(told.fall.who), told.fall.end == "dead"
    if chance == 1:
        return f"{name} would not have {'died' if died else 'gone down'}"
    percent = format_percent(float(chance))
    return f"{name} would have had a chance of {percent} not to {'die' if died else 'go down'}"


_WAYS: dict[RescueKind, str] = {
    "die": "another face of one die",
    "armor": f"up to {MOST_ARMOR} more armor",
    "aid": "aid",
}
"""The ways to save a combatant, in words."""


def _describe_nothing(untried: Sequence[RescueKind]) -> Iterator[str]:
    """Yield the sentence that nothing would have saved them, as far as it was tried."""
    tried = [words for kind, words in _WAYS.items() if kind not in untried]
    if tried:
        said = f"neither {', nor '.join(tried)}" if len(tried) > 1 else f"not even {tried[0]}"
        yield f"{said} would have saved them for sure or with a chance"
    if untried:
        ways = join_words([_WAYS[kind] for kind in untried], "or")
        yield f"whether {ways} would have saved them cannot be told: too much would be different"


def format_faces(faces: Iterable[int]) -> str:
    """Return faces in words: “6 or less”, “18 or more”, “3 to 5”, “2, 4 or 6”, “1 to 3 or 14 to
    20”."""
    every = sorted(faces)
    first, last = every[0], every[-1]
    if len(every) == 1:
        return str(first)
    if every == list(range(first, last + 1)):
        if first == 1:
            return f"{last} or less"
        return f"{first} or more" if last in (4, 6, 8, 10, 12, 20) else f"{first} to {last}"
    return join_words([*_join_runs(every)], "or")


def _join_runs(faces: Sequence[int]) -> Iterator[str]:
    """Yield sorted numbers; for three or more that follow each other, “3 to 5”."""
    runs: list[list[int]] = []
    for face in faces:
        if runs and face == runs[-1][-1] + 1:
            runs[-1].append(face)
        else:
            runs.append([face])
    for run in runs:
        if len(run) > 2:
            yield f"{run[0]} to {run[-1]}"
        else:
            yield from map(str, run)
