"""Rolls in phrases: saves, checks, contests, the sum of a blow."""

from __future__ import annotations

import re

from events.types import outcomes as o
from projections.text.words import Words, because, plus_minus, possessive

_FLAT = re.compile(r"[+-]\d+$")
"""What is added to the dice, behind them."""


def save(e: o.SaveRolled, w: Words) -> str:
    """“Ada's DEX save (action): 9 ≤ 12, passed”."""
    result = "passed" if e.passed else "failed"
    if not e.face:
        return f"{possessive(w.name(e.who))} {e.score} save failed by itself{because(e.why)}"
    how = "≤" if e.face <= e.against else ">"
    exception = {1: " (a 1 always passes)", 20: " (a 20 always fails)"}.get(e.face, "")
    purpose = w.purpose(e.purpose)
    rolled = f"{e.face} {how} {e.against}, {result}{exception}"
    return f"{possessive(w.name(e.who))} {e.score} save ({purpose}): {rolled}"


def check(e: o.CheckRolled, w: Words) -> str:
    """“Sam's DEX save (action) against Troll: 5 > 4, passed”; “Wren's death check: 9 ≤ 15,
    failed (1 of 3)”."""
    versus = f" against {w.name(e.versus)}" if e.versus else ""
    if e.purpose == "death":
        count = f" ({e.why})" if e.why else ""
        about = f"{possessive(w.name(e.who))} {w.purpose(e.purpose)}"
        return f"{about}: {check_rolled(e)}, {check_result(e)}{count}"
    purpose = w.purpose(e.purpose)
    about = f"{possessive(w.name(e.who))} {e.what} {w.term('save')} ({purpose}){versus}"
    if not e.faces:
        return f"{about}: {check_result(e)} by itself{because(e.why)}"
    return f"{about}: {check_rolled(e)}, {check_result(e)}{w.grounds(e.grounds)}"


def check_result(e: o.CheckRolled) -> str:
    """How it came out."""
    return "passed" if e.passed else "partly failed" if e.partial else "failed"


def check_rolled(e: o.CheckRolled) -> str:
    """“5 > 4”, “10 + 4 = 14 ≤ 15”, “3, 10 keeps 10 > 9”."""
    faces = f"{', '.join(map(str, e.faces))} keeps " if len(e.faces) > 1 else ""
    return f"{faces}{summed(e.value, e.bonus)} {_against(e)}"


def attack_faces(e: o.AttackRolled) -> str:
    """“9, 3 keeps 9”, “15, 8 keeps 15 + 5 = 20”, “7”."""
    bonus = int(flat.group()) if (flat := _FLAT.search(e.dice)) else 0
    faces = ", ".join(map(str, e.faces))
    if len(e.faces) > 1:
        return f"{faces} keeps {summed(e.value, bonus)}"
    if e.value == e.faces[0]:
        return faces
    total = summed(e.value, bonus)
    return total if total.startswith(f"{faces} ") else f"{faces} keeps {e.value}"


def summed(value: int, bonus: int) -> str:
    """“10 + 4 = 14”: what was rolled, what was added, what it came to."""
    if not bonus:
        return plus_minus(value)
    sign = "+" if bonus > 0 else "−"
    return f"{plus_minus(value - bonus)} {sign} {abs(bonus)} = {plus_minus(value)}"


def _against(e: o.CheckRolled) -> str:
    over = e.value >= e.against if e.least else e.value > e.against
    signs = ("≥", "<") if e.least else (">", "≤")
    exception = "" if over == e.passed else " all the same"
    return f"{signs[0] if over else signs[1]} {e.against}{exception}"


def contest_roll(e: o.ContestRolled, w: Words) -> str:
    """“Fay Melee 8 + 5 = 13”, “Kit Evasion 15, 6 keeps 6 + 2 = 8, disadvantage: a wound”."""
    faces = f"{', '.join(map(str, e.faces))} keeps " if len(e.faces) > 1 else ""
    return f"{w.name(e.who)} {e.what} {faces}{summed(e.value, e.bonus)}{w.grounds(e.grounds)}"


def harm_sum(e: o.DamageDealt) -> str:
    """“9 − 3 armor = 6”, “3 × 7 − 5 armor = 16”, “4”."""
    rolled = f"{e.multiplier} × {e.rolled // e.multiplier}" if e.multiplier > 1 else str(e.rolled)
    armor = f" − {e.armor} armor" if e.armor else ""
    return f"{rolled}{armor} = {e.dealt}" if armor or e.multiplier > 1 else rolled
