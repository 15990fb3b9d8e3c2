"""Phrases of rolls: dice, attacks, saves, checks, contests, the sum of a blow.

Each kind of roll has a phrase (`describe_`), what the report says instead (`report_`), and a phrase
without its numbers (`redact_`). The table in `outcome_phrases` has them side by side.
"""

from __future__ import annotations

from events.types import outcomes as o
from events.types.rolls import Rolled
from projections.text.report_lines import ReportLines
from projections.text.words import Words, format_minus, format_reason, possessive


def describe_die(e: Rolled, w: Words) -> str:
    """Return “Ada d8 → 5 (damage), typed”. A drawn die whose face a correction changed has “as
    corrected”."""
    text = f"{w.name(e.by)} {e.die} → {e.face} ({w.purpose(e.purpose)})"
    if e.stated:
        return f"{text}, as corrected"
    return text if e.draw is not None else f"{text}, typed"


def describe_save(e: o.SaveRolled, w: Words) -> str:
    """Return “Ada's DEX save (action): 9 ≤ 12, passed”."""
    result = "passed" if e.passed else "failed"
    if not e.face:
        return f"{possessive(w.name(e.who))} {e.score} save failed by itself{format_reason(e.why)}"
    how = "≤" if e.face <= e.against else ">"
    exception = {1: " (a 1 always passes)", 20: " (a 20 always fails)"}.get(e.face, "")
    purpose = w.purpose(e.purpose)
    rolled = f"{e.face} {how} {e.against}, {result}{exception}"
    return f"{possessive(w.name(e.who))} {e.score} save ({purpose}): {rolled}"


def redact_save(e: o.SaveRolled, w: Words) -> str:
    """Return “Ogre's STR save (critical): failed”."""
    result = "passed" if e.passed else "failed"
    return f"{possessive(w.name(e.who))} {e.score} save ({w.purpose(e.purpose)}): {result}"


def write_save_stand_in(e: o.SaveRolled | o.CheckRolled, w: Words) -> tuple[str, dict[str, str]]:
    """Return the sentence on whether a save or check was passed."""
    return "veiled.passed" if e.passed else "veiled.failed", {"who": w.name(e.who)}


def describe_check(e: o.CheckRolled, w: Words) -> str:
    """Return “Sam's DEX save (action) against Troll: 5 > 4, passed”, or “Wren's death check: 9 ≤
    15, failed (1 of 3)”."""
    versus = f" against {w.name(e.versus)}" if e.versus else ""
    if e.purpose == "death":
        count = f" ({e.why})" if e.why else ""
        about = f"{possessive(w.name(e.who))} {w.purpose(e.purpose)}"
        return f"{about}: {_format_check_roll(e)}, {_format_result(e)}{count}"
    purpose = w.purpose(e.purpose)
    about = f"{possessive(w.name(e.who))} {e.what} {w.term('save')} ({purpose}){versus}"
    if not e.faces:
        return f"{about}: {_format_result(e)} by itself{format_reason(e.why)}"
    return f"{about}: {_format_check_roll(e)}, {_format_result(e)}{w.grounds(e.grounds)}"


def report_check(e: o.CheckRolled, lines: ReportLines) -> None:
    """Add a defence to the attack it was rolled against: “Tor Evasion 3 + 1 = 4”. Other checks have
    their phrase."""
    w = lines.words
    if e.purpose != "defence":
        lines.say(describe_check(e, w))
        return
    faces = f"{', '.join(map(str, e.faces))} keeps " if len(e.faces) > 1 else ""
    lines.add_defence(
        f"{w.name(e.who)} {e.what} {faces}{_format_sum(e.value, e.bonus)}"
        + (", avoided" if e.passed else "")
        + w.grounds(e.grounds)
    )


def redact_check(e: o.CheckRolled, w: Words) -> str:
    """Return “Ogre's Evasion check (defence) against Fay: failed”."""
    versus = f" against {w.name(e.versus)}" if e.versus else ""
    what = f"{e.what} {w.term('save')}" if e.purpose != "death" else "check"
    rolled = f"{what} ({w.purpose(e.purpose)}){versus}: {_format_result(e)}"
    return f"{possessive(w.name(e.who))} {rolled}"


def _format_result(e: o.CheckRolled) -> str:
    """Return “passed”, “partly failed” or “failed”."""
    return "passed" if e.passed else "partly failed" if e.partial else "failed"


def _format_check_roll(e: o.CheckRolled) -> str:
    """Return “5 > 4”, “10 + 4 = 14 ≤ 15”, “3, 10 keeps 10 > 9”."""
    faces = f"{', '.join(map(str, e.faces))} keeps " if len(e.faces) > 1 else ""
    return f"{faces}{_format_sum(e.value, e.bonus)} {_format_against(e)}"


def find_kept_face(e: o.AttackRolled) -> int:
    """Return the face that counts: the one recorded as kept, or of several dice the highest,
    impaired the lowest."""
    return e.kept or (min if e.modifier == "impaired" else max)(e.faces)


def describe_attack_roll(e: o.AttackRolled, w: Words) -> str:
    """Return “Ada on Wolf: 2d10 → 9, 3, keeps 9”."""
    thrown = f"{format_minus(e.dice)} → {_format_attack_faces(e)}"
    return f"{w.name(e.by)} on {w.name(e.target)}: {thrown}{w.grounds(e.grounds)}"


def report_attack_roll(e: o.AttackRolled, lines: ReportLines) -> None:
    """Add “Ada 2d10 → 9, 3 keeps 9 (impaired: behind the crates)” to the line of rolls."""
    thrown = f"{format_minus(e.dice)} → {_format_attack_faces(e)}{_format_modifier(e, lines.words)}"
    lines.add_attack(f"{lines.words.name(e.by)} {thrown}")


def _format_modifier(e: o.AttackRolled, w: Words) -> str:
    """Return “ (impaired: behind the crates)”, or “ (cancelled: …)” with grounds that cancel each
    other."""
    if not e.grounds:
        return ""
    kinds = {ground.modifier for ground in e.grounds}
    why = ", ".join(
        ground.why if len(kinds) == 1 else f"{w.term(ground.modifier)}: {ground.why}"
        for ground in e.grounds
    )
    return f" ({w.term(e.modifier)}: {why})" if e.modifier else f" (cancelled: {why})"


def redact_attack_roll(e: o.AttackRolled, w: Words) -> str:
    """Return “Ogre rolls against Fay, impaired: in the dark”."""
    return f"{w.name(e.by)} rolls against {w.name(e.target)}{w.grounds(e.grounds)}"


def _format_attack_faces(e: o.AttackRolled) -> str:
    """Return “9, 3 keeps 9”, “15, 8 keeps 15 + 5 = 20”, “7”."""
    faces = f"{', '.join(map(str, e.faces))} keeps " if len(e.faces) > 1 else ""
    return f"{faces}{_format_sum(e.value, e.value - find_kept_face(e))}"


def _format_sum(value: int, bonus: int) -> str:
    """Return “10 + 4 = 14”: the roll, the bonus, the total."""
    if not bonus:
        return format_minus(value)
    sign = "+" if bonus > 0 else "−"
    return f"{format_minus(value - bonus)} {sign} {abs(bonus)} = {format_minus(value)}"


def _format_against(e: o.CheckRolled) -> str:
    over = e.value >= e.against if e.least else e.value > e.against
    signs = ("≥", "<") if e.least else (">", "≤")
    exception = "" if over == e.passed else " all the same"
    return f"{signs[0] if over else signs[1]} {e.against}{exception}"


def describe_contest_roll(e: o.ContestRolled, w: Words) -> str:
    """Return “Fay Melee 8 + 5 = 13”, “Kit Evasion 15, 6 keeps 6 + 2 = 8, disadvantage: a wound”."""
    faces = f"{', '.join(map(str, e.faces))} keeps " if len(e.faces) > 1 else ""
    return f"{w.name(e.who)} {e.what} {faces}{_format_sum(e.value, e.bonus)}{w.grounds(e.grounds)}"


def report_contest_roll(e: o.ContestRolled, lines: ReportLines) -> None:
    """Add the phrase to the line of rolls."""
    lines.contest.rolls[e.who] = e
    lines.add_roll(describe_contest_roll(e, lines.words))


def redact_contest_roll(e: o.ContestRolled, w: Words) -> str:
    """Return “Ogre rolls Melee”."""
    return f"{w.name(e.who)} rolls {e.what}{w.grounds(e.grounds)}"


def format_damage_sum(e: o.DamageDealt) -> str:
    """Return “9 − 3 armor = 6”, “3 × 7 − 5 armor = 16” or “4”."""
    rolled = f"{e.multiplier} × {e.rolled // e.multiplier}" if e.multiplier > 1 else str(e.rolled)
    armor = f" − {e.armor} armor" if e.armor else ""
    return f"{rolled}{armor} = {e.dealt}" if armor or e.multiplier > 1 else rolled
