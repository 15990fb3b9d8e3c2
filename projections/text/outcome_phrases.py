"""The words of outcomes: “Wolf takes 9 − 3 armor = 6 from Ada”.

`OUTCOMES` has one entry for each type of outcome. A new outcome needs an entry there, with a
template (`make_template_phrase`) or with functions above the table.
"""

from __future__ import annotations

from typing import get_args

from events.types import outcomes as o
from events.types.unions import TurnAction
from projections.state.fight_state import FightState
from projections.text import roll_phrases as rolled
from projections.text.report_lines import (
    Contest,
    ReportLines,
    Wording,
    bars_action,
    leave_unreported,
    make_template_phrase,
)
from projections.text.words import (
    Words,
    describe_asked_dice,
    describe_purpose,
    describe_side,
    describe_wound,
    format_reason,
    format_way,
    is_craft,
    join_words,
    possessive,
)

DECLARATION_KINDS = tuple(kind.__name__.lower() for kind in get_args(TurnAction))
"""The kinds of declarations by name, as `Lapsed.what` has them."""


def describe_contest(e: o.ContestFormed, w: Words) -> str:
    """Return “Fay against Orc and Orc 2 in gate”."""
    place = f" in {e.place}" if e.place else ""
    return f"{' against '.join(w.names(side) for side in e.sides)}{place}"


def report_contest(e: o.ContestFormed, lines: ReportLines) -> None:
    """Add the phrase, and keep the sides for the contest's later events."""
    lines.say(describe_contest(e, lines.words))
    lines.contest = Contest(e.sides)


def describe_contest_result(e: o.ContestDecided, w: Words) -> str:
    """Return “Fay wins by 6 and strikes Orc”."""
    return _describe_result_with(e, w, "")


def _describe_result_with(e: o.ContestDecided, w: Words, naturals: str) -> str:
    """Return the same. `naturals` stands behind a tie, which the higher natural roll wins."""
    if not e.winner:
        return f"nobody wins{format_reason(e.why)}"
    tie = "" if is_critical(e) else f" the tie{naturals}"
    margin = f" by {e.margin}" if e.margin else tie
    struck = f" and strikes {w.name(e.loser)}" if e.loser else ""
    return f"{w.name(e.winner)} wins{margin}{struck}{format_reason(e.why)}"


def report_contest_result(e: o.ContestDecided, lines: ReportLines) -> None:
    """Add the phrase, with the natural rolls of a tie."""
    contest = lines.contest
    if not contest.sides:
        contest = contest.by_side(lines.state)
    lines.say(_describe_result_with(e, lines.words, contest.naturals(e)))


def redact_contest_result(e: o.ContestDecided, w: Words) -> str:
    """Return “Fay wins and strikes Ogre”. A tie is not named: equal totals would give away the
    other's."""
    if not e.winner:
        return "nobody wins"
    struck = f" and strikes {w.name(e.loser)}" if e.loser else format_reason(e.why)
    return f"{w.name(e.winner)} wins{struck}"


def is_critical(e: o.ContestDecided) -> bool:
    """Return whether a critical hit decided the contest, whatever the totals."""
    return "critical" in e.why


def describe_engagement_end(e: o.EngagementEnded, w: Words) -> str:
    """Return “Gil is free of the fight: disengaged”."""
    verb = "is engaged no longer" if is_down(w.state, e.who) else "is free of the fight"
    return f"{w.name(e.who)} {verb}{format_reason(e.why)}"


def report_engagement_end(e: o.EngagementEnded, lines: ReportLines) -> None:
    """Add the phrase, unless the combatant is down or the fight is over."""
    if not lines.state.ended and not is_down(lines.state, e.who):
        lines.say(describe_engagement_end(e, lines.words))


def is_down(state: FightState, who: str) -> bool:
    """Return whether a combatant has left the fight or cannot do anything in it."""
    one = state.combatants.get(who)
    if one is None or one.standing != "in":
        return True
    return any(each.bars == "everything" for each in one.conditions)


def describe_condition_begin(e: o.ConditionBegan, w: Words) -> str:
    """Return “Sam is now: exposed (Troll)”."""
    return f"{w.name(e.who)} is now: {w.condition(e.who, e.condition, e.about)}"


def report_condition_begin(e: o.ConditionBegan, lines: ReportLines) -> None:
    """Add the condition to the line of those who share it. The condition of a wound is left out:
    the wound's own line tells it."""
    if bars_action(e.bars):
        lines.barred.add((e.who, e.condition))
    if not e.source and not e.condition.startswith(f"{describe_purpose('death')} "):
        lines.add_condition(e.who, lines.words.condition(e.who, e.condition, e.about))


def describe_condition_end(e: o.ConditionEnded, w: Words) -> str:
    """Return “Sam is no longer: exposed (Troll)”."""
    return f"{w.name(e.who)} is no longer: {w.condition(e.who, e.condition, e.about)}"


def report_condition_end(e: o.ConditionEnded, lines: ReportLines) -> None:
    """Add the phrase; behind a rest if the rest ended it. Of the condition of a wound only tell
    that its bearer can act again."""
    w, one = lines.words, lines.state.combatants[e.who]
    untold = w.terms("untold")
    if one.standing == "dead" or e.condition in untold:
        return
    if not e.source and lines.rests.has(e.who):
        lines.rests.woken.append(describe_condition_end(e, w))
    elif not e.source:
        lines.say(describe_condition_end(e, w))
    elif (
        (e.who, e.condition) in lines.barred
        and e.condition not in (*untold, *w.terms("passing"))
        and not any(bars_action(each.bars) for each in one.conditions)
    ):
        lines.say(w.on_feet(e.who, "is"))


def describe_damage(e: o.DamageDealt, w: Words) -> str:
    """Return “Wolf takes 9 − 3 armor = 6 from Ada”."""
    source = f" from {w.name(e.by)}" if e.by else ""
    place = f" to the {e.place}" if e.place else ""
    return (
        f"{w.name(e.to)} takes {rolled.format_damage_sum(e)}{place}{source}{format_reason(e.why)}"
    )


def report_damage(e: o.DamageDealt, lines: ReportLines) -> None:
    """Begin a line with the damage: “Wolf: 9 − 3 armor = 6”. What it costs follows there."""
    place = f" to the {e.place}" if e.place else ""
    harm = rolled.format_damage_sum(e)
    numbers = [(harm if "=" in harm else f"{harm} damage") + place]
    if not e.dealt:
        numbers.append("nothing gets through")
    lines.begin_numbers(e.to, *numbers)


def write_damage_stand_in(e: o.DamageDealt, w: Words) -> tuple[str, dict[str, str]]:
    """Return the sentence that somebody is struck."""
    return "veiled.struck", {"who": w.name(e.to)}


def describe_score_change(e: o.ScoreChanged | o.MaximumChanged, w: Words) -> str:
    """Return “Wolf's HP 4 → 1”."""
    return f"{possessive(w.name(e.who))} {_format_change(e, w)}{format_reason(e.why)}"


def report_change(e: o.ScoreChanged | o.MaximumChanged, lines: ReportLines) -> None:
    """Add “HP 4 → 1” to the line of numbers. What rest restores is told at the end of the
    report."""
    if isinstance(e, o.ScoreChanged) and e.why == "rest":
        lines.rests.add(e)
        return
    if lines.rests.has(e.who, e.score):
        lines.flush()
        lines.end_rests()
    lines.add_number(e.who, _format_change(e, lines.words))


def _format_change(e: o.ScoreChanged | o.MaximumChanged, w: Words) -> str:
    most = "max " if isinstance(e, o.MaximumChanged) else ""
    return f"{most}{e.score} {w.amount(e.score, e.was)} → {w.amount(e.score, e.now)}"


def describe_wound_taken(e: o.WoundTaken, w: Words) -> str:
    """Return “Ada: broken limb (scar 4), leg; awaits mending”; “Humvee is breaking down: totaled in
    5 min unless repaired”."""
    taken = e.wound
    if taken.due and is_craft(w.state.combatants.get(e.who)):
        return f"{w.name(e.who)} is {taken.label}{format_reason(taken.text)}"
    row = f" (scar {taken.row})" if taken.row else ""
    left = w.time(max(0, (taken.due or 0) - w.state.clock))
    deadly = f", dead in {left} without aid" if taken.due else ""
    waits = f"; awaits {taken.awaits}" if taken.awaits else ""
    return f"{w.name(e.who)}: {describe_wound(taken, taken.label + row)}{deadly}{waits}"


def describe_wound_closed(e: o.WoundClosed, w: Words) -> str:
    """Return “Ada's broken limb is over”."""
    how = "is over" if e.healed else "has healed; the scar stays"
    return f"{possessive(w.name(e.who))} {e.wound} {how}"


def describe_lapse(e: o.Lapsed, w: Words) -> str:
    """Return “Ada's attack comes to nothing: …”, or “Ada fails (sings): …” for a deed in free
    words."""
    if e.what in DECLARATION_KINDS:
        return f"{possessive(w.name(e.who))} {w.deed(e.what)} comes to nothing: {e.why}"
    return f"{w.name(e.who)} fails ({e.what}): {e.why}"


def describe_death(e: o.Died, w: Words) -> str:
    """Return “Wolf is dead: Ada's rifle”."""
    one = w.state.combatants.get(e.who)
    person = one is None or one.scale == "individual"
    return f"{w.name(e.who)} is {'dead' if person else 'destroyed'}: {e.of}"


def describe_leaving(e: o.Left, w: Words) -> str:
    """Return “Wolf flees”."""
    verb = {
        "retreated": "gets away",
        "fled": "flees",
        "surrendered": "surrenders",
        "routed": "is routed",
    }[e.how]
    return f"{w.name(e.who)} {verb}" + (format_way(e.to) if e.to else "")


def describe_turn_begin(e: o.TurnBegan, w: Words) -> str:
    """Return “turn of the foes”."""
    if e.alone:
        return f"{w.name(e.alone)} acts {'first' if e.ahead else 'late'}"
    return f"turn of {describe_side(e.side)}"


def report_turn_begin(e: o.TurnBegan, lines: ReportLines) -> None:
    """Add the phrase for a late turn while the fight goes on; other turns are not reported."""
    if e.alone and not e.ahead and not lines.state.ended:
        lines.say(describe_turn_begin(e, lines.words))


def describe_shaken(e: o.MoraleShaken, w: Words) -> str:
    """Return “Troll is shaken: first critical damage”."""
    if e.who:
        return f"{w.name(e.who)} is shaken: {e.ground}"
    return f"morale of {describe_side(e.side)} is shaken: {e.ground}"


def report_shaken(e: o.MoraleShaken, lines: ReportLines) -> None:
    """Add the phrase for one combatant, behind the numbers. That of a side is not reported."""
    if e.who:
        lines.add_shaken(e.who, describe_shaken(e, lines.words))


def describe_morale_test(e: o.MoraleTested, w: Words) -> str:
    """Return “morale of the foes: first blood”."""
    whose = w.name(e.who) if e.who else describe_side(e.side)
    return f"morale of {whose}: {join_words(e.grounds)}"


def report_morale_test(e: o.MoraleTested, lines: ReportLines) -> None:
    """Add the phrase for a side. For one combatant the check itself tells it."""
    if e.who:
        lines.flush()
        lines.end_shaken()
    else:
        lines.say(describe_morale_test(e, lines.words))


def describe_awaited(e: o.Awaited, w: Words) -> str:
    """Return “awaiting Ada d6 (damage)”."""
    return f"awaiting {', '.join(describe_asked_dice(e.asks, w))}"


def describe_round_begin(e: o.RoundBegan, w: Words) -> str:
    """Return “round 2: the party, the foes”."""
    order = ", ".join(describe_side(side) for side in e.order)
    late = f"; {w.names(e.late)} act late" if e.late else ""
    return f"round {e.number}" + (f": {order}" if order else "") + late


def describe_moved(e: o.Moved, w: Words) -> str:
    """Return “Ada moves 30 ft to the rope”."""
    return f"{w.name(e.who)} moves{w.far(e.distance)}" + (format_way(e.to) if e.to else "")


OUTCOMES: dict[type, Wording] = {
    o.Overruled: Wording(lambda e, w: f"overruled ({e.clause}): {e.problem}"),
    o.Awaited: Wording(describe_awaited, leave_unreported, playback="skip"),
    o.RoundBegan: Wording(describe_round_begin),
    o.RoundEnded: Wording(
        make_template_phrase("round {number} is over"), leave_unreported, playback="skip"
    ),
    o.TurnBegan: Wording(describe_turn_begin, report_turn_begin),
    o.TurnEnded: Wording(
        lambda e, w: f"{describe_side(e.side)} done", leave_unreported, playback="skip"
    ),
    o.PhaseBegan: Wording(make_template_phrase("{phase} phase"), leave_unreported),
    o.PhaseEnded: Wording(
        make_template_phrase("{phase} phase done"), leave_unreported, playback="skip"
    ),
    o.ClockAdvanced: Wording(
        lambda e, w: f"the clock stands at {w.time(e.now)}", leave_unreported, playback="skip"
    ),
    o.SaveRolled: Wording(
        rolled.describe_save,
        redacted=rolled.redact_save,
        stand_in=rolled.write_save_stand_in,
        numbers_of=("who",),
        playback="stop",
    ),
    o.CheckRolled: Wording(
        rolled.describe_check,
        rolled.report_check,
        redacted=rolled.redact_check,
        stand_in=rolled.write_save_stand_in,
        numbers_of=("who", "versus"),
        playback="stop",
    ),
    o.ContestFormed: Wording(describe_contest, report_contest),
    o.ContestRolled: Wording(
        rolled.describe_contest_roll,
        rolled.report_contest_roll,
        redacted=rolled.redact_contest_roll,
        numbers_of=("who",),
    ),
    o.ContestDecided: Wording(
        describe_contest_result,
        report_contest_result,
        redacted=redact_contest_result,
        playback="stop",
    ),
    o.EngagementBegan: Wording(
        lambda e, w: f"{w.name(e.who)} is engaged with {w.names(e.opponents)}", leave_unreported
    ),
    o.EngagementEnded: Wording(describe_engagement_end, report_engagement_end),
    o.TargetsCounted: Wording(make_template_phrase("the blast reaches {count}")),
    o.AttackRolled: Wording(
        rolled.describe_attack_roll,
        rolled.report_attack_roll,
        redacted=rolled.redact_attack_roll,
        numbers_of=("by",),  # also without a bonus: that there is none is a number, too
        playback="stop",
    ),
    o.DamageDealt: Wording(
        describe_damage,
        report_damage,
        stand_in=write_damage_stand_in,
        numbers_of=("to",),
        playback="stop",
    ),
    o.ScoreChanged: Wording(describe_score_change, report_change, numbers_of=("who",)),
    o.MaximumChanged: Wording(describe_score_change, report_change, numbers_of=("who",)),
    o.WoundTaken: Wording(describe_wound_taken),
    o.WoundTended: Wording(
        lambda e, w: f"{possessive(w.name(e.who))} {e.wound} is tended; it awaits {e.awaits}"
    ),
    o.WoundClosed: Wording(describe_wound_closed),
    o.ConditionBegan: Wording(describe_condition_begin, report_condition_begin),
    o.ConditionEnded: Wording(describe_condition_end, report_condition_end),
    o.Died: Wording(describe_death),
    o.Left: Wording(describe_leaving),
    o.Moved: Wording(describe_moved),
    o.Acted: Wording(make_template_phrase("{who}: {what}")),
    o.Aided: Wording(
        lambda e, w: f"{w.name(e.by)} {w.term('aids')} {w.name(e.who)}", leave_unreported
    ),
    o.Rested: Wording(make_template_phrase("{who} rests"), leave_unreported),
    o.Lapsed: Wording(describe_lapse),
    o.MoraleShaken: Wording(describe_shaken, report_shaken),
    o.MoraleTested: Wording(describe_morale_test, report_morale_test),
    o.ControlPassed: Wording(make_template_phrase("{player} plays {now} from now on, after {was}")),
    o.EffectTold: Wording(make_template_phrase("{who}: {text}")),
}
"""The words of every outcome, by type."""
