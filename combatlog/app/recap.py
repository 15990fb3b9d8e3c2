"""A fight's recap as data and words: who fell and what would have saved them, the damage taken
apart, the chances that were missed; as an audience may read it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from combatlog.app.rescue_words import ToldFall, describe_rescues_briefly, list_rescue_words
from projections.narrative.story_names import StoryNames
from projections.queries.breakdown import (
    DIMENSIONS,
    NOBODY,
    Dimension,
    Share,
    list_blows,
    sum_blows,
)
from projections.queries.rounds import AFTER, WHOLE, Rounds
from projections.queries.visibility import Audience, list_known
from projections.state.fight_state import FightState
from projections.text.words import (
    Words,
    capitalize,
    describe_side,
    format_score,
    join_words,
    possessive,
)
from replay.log.event_log import History
from replay.odds.plays import list_plays
from replay.recap.disguise import find_safe_rescues
from replay.recap.falls import Blow, Fall, find_falls
from replay.recap.missed import MissedChance, find_missed
from replay.recap.rescues import find_rescues
from replay.recap.steps import Step, hide_numbers
from replay.text.redaction import redact_words
from rulesets.definitions.shipped import is_newer


def list_falls(
    history: History,
    audience: Audience = "referee",
    rounds: Rounds = WHOLE,
    recall: Callable[[Fall], ToldFall | None] = lambda fall: None,
) -> Iterator[ToldFall]:
    """Yield who fell in these rounds. Where players did not know everybody's numbers all along,
    they read of what would have saved them only what does not depend on these numbers. `recall`
    returns what is known of a fall already, or None."""
    history = redact_words(history, audience)
    plays = list(list_plays(history))
    for fall in find_falls(plays):
        if not rounds.includes(fall.round):
            continue
        if (told := recall(fall)) is not None:
            yield told
            continue
        state = fall.play.after
        until = fall.play.start.seq
        known = list_known((play.after for play in plays if play.start.seq <= until), audience)
        if fall.who not in known:
            fall = _hide_losses(fall)
        rescues = None
        if known.issuperset(state.combatants) and not is_newer(state.game):
            rescues = find_rescues(history, plays, fall)
        elif not is_newer(state.game):
            rescues = find_safe_rescues(history, plays, fall, known)
        yield ToldFall(fall, rescues, state)


def _hide_losses(fall: Fall) -> Fall:
    blows = tuple(blow._replace(losses=(), absorbed=0) for blow in fall.blows)
    return fall._replace(blows=blows, steps=hide_numbers(fall.steps))


def describe_fall(told: ToldFall) -> str:
    """Return how somebody fell: “Dee went down in round 1 (#70), hit by the cult mob's clubs:
    critical damage”."""
    fall, name = told.fall, capitalize(StoryNames(told.state).name(told.fall.who))
    if fall.down is not None:
        since = _describe_when(fall.down, told.state).removeprefix("in ")
        name += f", down since {since},"
    does = "died" if fall.end == "dead" else "went down"
    return f"{name} {does} {_describe_when(fall, told.state)}{_describe_cause(fall, told.state)}"


def describe_death(told: ToldFall) -> str:
    """Return how one who lay died: “Died 1 h after the fight (#246): critical damage, untreated”.
    The same as `describe_fall`, beside that they went down."""
    if told.fall.down is None:
        return describe_fall(told)
    when = _describe_when(told.fall, told.state)
    return f"Died {when}{_describe_cause(told.fall, told.state)}"


def describe_fall_briefly(first: ToldFall, last: ToldFall) -> tuple[str, str]:
    """Return the fall of one card in a line behind a name: “round 2, by the wolf's bite”; and what
    would have saved them: “armor 2 would have kept Dee up”, empty where nothing is told. `last` is
    their death, or the same as `first`. With both, it says what would have kept them up, and what
    would have saved them."""
    blow = first.fall.last_blow
    by = f", by {retell_blow(blow, first.state)}" if blow else f": {first.fall.how}"
    when = _describe_when(first.fall, first.state).removeprefix("in ").split(" (#")[0]
    died = f"; died {_describe_when(last.fall, last.state).split(' (#')[0]}"
    ways = [describe_rescues_briefly(first)]
    if last is not first:
        known = [way.brief for way in list_rescue_words(first)]
        ways.append(describe_rescues_briefly(last, known))
    return f"{when}{by}{died if last is not first else ''}", "; ".join(filter(None, ways))


def _describe_when(fall: Fall, state: FightState) -> str:
    """Return “in round 2 (#41)”, “21 d after the fight (#76)”."""
    if fall.later is not None:
        time = f"{Words(state).time(fall.later)} " if fall.later else ""
        return f"{time}after the fight (#{fall.seq})"
    return f"{describe_round(fall.round)} (#{fall.seq})"


def describe_round(number: int) -> str:
    """Return “in round 2”, or “before the first round”."""
    return f"in round {number}" if number else "before the first round"


def _describe_cause(fall: Fall, state: FightState) -> str:
    """Return the blow that felled somebody, and the wound, or what else did: “, hit by the wolf's
    bite: critical damage”, “: starvation”."""
    blow = fall.last_blow
    if blow is None or not (blow.by or blow.why):
        return f": {fall.how}" if fall.how else ""
    how = fall.how if fall.end == "dead" else blow.wound or fall.how
    by = f", {'killed' if fall.end == 'dead' else 'hit'} by {retell_blow(blow, state)}"
    if not how or how == name_blow(blow, state):
        return by
    return f"{by}: {StoryNames(state).retell(how)}"


def describe_blow(blow: Blow, state: FightState) -> str:
    """Return “#60 Cult mob's clubs: 11 dealt, HP 5 → 0, STR 11 → 5, critical damage”."""
    dealt = [f"{blow.dealt} dealt"] if blow.dealt or not blow.losses else []
    harm = [*dealt, *list_armor(blow), *list_harm(blow, state)]
    return f"#{blow.seq} {name_blow(blow, state)}: {', '.join(harm)}"


def list_armor(blow: Blow) -> list[str]:
    """Return “armor kept off 2” if it did."""
    return [f"armor kept off {blow.absorbed}"] if blow.absorbed else []


def describe_step(step: Step, state: FightState) -> str:
    """Return what stands between blows: “STR save failed, 13 against 5”, “Edo gave aid”."""
    words = Words(state)
    match step.kind:
        case "aid":
            return f"{words.name(step.by)} gave aid"
        case "gain":
            was, now = (format_score(state.game, step.what, each) for each in (step.was, step.now))
            return f"regained {step.what} {was} → {now}"
    rolled = f", {step.face} against {step.against}" if step.face else ""
    what = step.what if "check" in step.what else f"{step.what} {words.term('save')}"
    return f"{what} {'passed' if step.passed else 'failed'}{rolled}"


def describe_course(told: ToldFall) -> list[str]:
    """Return the blows that led to a fall and what stands between them, in their order."""
    blows = [(blow.seq, describe_blow(blow, told.state)) for blow in told.fall.leading_blows]
    steps = [
        (step.seq, f"#{step.seq} {describe_step(step, told.state)}")
        for step in told.fall.leading_steps
    ]
    return [said for _, said in sorted([*blows, *steps])]


def name_blow(blow: Blow, state: FightState) -> str:
    """Return “Cult mob's clubs”, or the reason of harm that nobody did."""
    by = f"{possessive(Words(state).name(blow.by))} {blow.weapon}" if blow.by else ""
    return by or blow.why or blow.weapon or "harm"


def retell_blow(blow: Blow, state: FightState) -> str:
    """Return the same as sentences have it: “the cult mob's clubs”."""
    if not blow.by:
        return name_blow(blow, state)
    return f"{StoryNames(state).whose(blow.by)} {blow.weapon}"


def list_harm(blow: Blow, state: FightState) -> list[str]:
    """Return what a blow cost: “HP 5 → 0”, “critical damage”. What a score lost in one blow is told
    together: “STR d6 → d4 → zero”."""
    steps: dict[str, list[int]] = {}
    for loss in blow.losses:
        steps.setdefault(loss.score, [loss.was]).append(loss.now)
    losses = [
        f"{score} {' → '.join(format_score(state.game, score, each) for each in values)}"
        for score, values in steps.items()
    ]
    return [*losses, *([blow.wound] if blow.wound else [])]


def list_missed(history: History, rounds: Rounds = WHOLE) -> list[tuple[MissedChance, str]]:
    """Return the missed chances of these rounds, each with a sentence without its full stop: of
    each combatant first their turns, then the aid they did not give."""
    words = StoryNames(history.state(len(history)))
    found = []
    for each in find_missed(history):
        if each.kind != "morale off" and not rounds.includes(each.round):
            continue
        who, whom = words.name(each.who) if each.who else "", each.whom and words.name(each.whom)
        match each.kind:
            case "turn":
                said = f"{who} did nothing in round {each.round} (#{each.seq})"
            case "aid":
                said = f"{who} could have given {whom} aid in round {each.round} (#{each.seq})"
            case "morale overruled":
                said = f"{who}, who had fled, was brought back (#{each.seq})"
            case _:
                said = "nobody tested morale: the game plays without it"
        found.append((each, capitalize(said)))
    people = [*dict.fromkeys(each.who for each, _ in found)]
    return sorted(found, key=lambda told: (people.index(told[0].who), told[0].kind != "turn"))


class MissedGroup(NamedTuple):
    """What one combatant missed: their name (empty: nobody's), how often, and each chance."""

    who: str
    often: str
    missed: list[tuple[MissedChance, str]]


def group_missed(history: History, rounds: Rounds = WHOLE) -> list[MissedGroup]:
    """Return the missed chances of these rounds by who missed them."""
    words = Words(history.state(len(history)))
    groups = groupby(list_missed(history, rounds), lambda told: told[0].who)
    return [
        MissedGroup(words.name(who) if who else "", _count_missed(told, words), told)
        for who, told in ((who, list(group)) for who, group in groups)
    ]


def _count_missed(told: Sequence[tuple[MissedChance, str]], words: Words) -> str:
    """Return “did nothing in rounds 2 and 4, could have given Tam aid in round 4, and did not”."""
    turns = dict.fromkeys(each.round for each, _ in told if each.kind == "turn")
    said = [f"did nothing in {_name_rounds([*turns])}"] if turns else []
    aids = [each for each, _ in told if each.kind == "aid"]
    if aids:
        whom = join_words([*dict.fromkeys(words.name(each.whom) for each in aids)])
        rounds = _name_rounds([*dict.fromkeys(each.round for each in aids)])
        said.append(f"could have given {whom} aid in {rounds}, and did not")
    return ", ".join(said)


def _name_rounds(rounds: Sequence[int]) -> str:
    """Return “round 2”, “rounds 2, 3 and 5”, or of many how many: “7 rounds”."""
    if len(rounds) > MOST_ROUNDS_NAMED:
        return f"{len(rounds)} rounds"
    return f"{'round' if len(rounds) == 1 else 'rounds'} {join_words(list(map(str, rounds)))}"


def list_damage(
    history: History, audience: Audience = "referee", rounds: Rounds = WHOLE
) -> dict[Dimension, list[tuple[str, Share]]]:
    """Return the damage of these rounds by the names of every dimension."""
    history = redact_words(history, audience)
    state = history.state(len(history))
    blows = list(list_blows(history.line_events(), rounds))
    return {
        dimension: [
            (name_share(share.name, dimension, state), share)
            for share in sum_blows(blows, dimension)
        ]
        for dimension in DIMENSIONS
    }


PLAIN_COLUMNS = ("dealt", "blows", "through")
SHARE_COLUMNS = ("rolled", "absorbed", "dealt", "lost", "blows", "through")
"""The columns of the damage taken apart (`Share`): those that everybody may read, and all."""

MOST_ROUNDS_NAMED = 4
"""The most rounds of missed chances that are named, not counted."""

NO_ATTACKER = "no attacker"
"""Who struck where nobody did, and no reason is told."""


def name_share(name: str, dimension: Dimension, state: FightState) -> str:
    """Return the words for a name in a dimension, such as the id of a combatant or a round."""
    match dimension:
        case "source" | "target":
            reason = name.removeprefix(NOBODY)
            return Words(state).name(name) if reason == name else reason or NO_ATTACKER
        case "side" | "side struck":
            return describe_side(name) if name else NO_ATTACKER
        case "round":
            names = {"0": "before round 1", str(AFTER): "after the fight"}
            return names.get(name, f"round {name}")
        case _:
            return name or "nothing named"
