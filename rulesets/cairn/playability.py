"""Checks of a definition beyond its types: can the rules of the family play it?"""

from __future__ import annotations

from collections.abc import Iterable
from string import Formatter
from typing import get_args

from events.errors import Refused
from events.types.base import Game
from events.types.names import check_name, fold_case, join_words, suggest
from events.types.rolls import is_dice
from rulesets.cairn.definition import Definition, Role, Scar, ScarStep, definition
from rulesets.cairn.scene import DOOMED
from rulesets.cairn.sheets import TAGS
from rulesets.common.definition import Fault, Keys

_MOST_BANDS = 20
"""More distances than this are an error."""

_MOST_HOURS = 24 * 365
"""A scar that kills later than in a year kills in no fight."""


def check(game: Game) -> None:
    """Raise `Fault` naming the key that the rules cannot play."""
    rules = definition(game)
    _check_scores(game, rules)
    _check_bands(rules)
    for at, scar in enumerate(rules.scars):
        _check_scar(scar, at)


def _check_scores(game: Game, rules: Definition) -> None:
    """Check that the four roles have four fields, and no field has the name of another role."""
    roles: tuple[Role, ...] = get_args(Role)
    for scale, scores in rules.scores.items():
        names = {role: scores.of(role) for role in roles}
        for role, name in names.items():
            path = ("scores", scale, role)
            if fold_case(name) in roles and fold_case(name) != role:
                raise Fault(path, f"“{name}” is another part of the rules; choose another name")
            if [fold_case(other) for other in names.values()].count(fold_case(name)) > 1:
                raise Fault(path, f"“{name}” is taken; give each score a name of its own")
        if set(names.values()) != set(game.scores.get(scale, ())):
            raise Fault(("scores", scale), "is not what is shown of somebody")
    for score in rules.defaults:
        known = game.scores["individual"]
        if score not in known:
            raise Fault(("defaults", score), f"there is no such score{suggest(score, known)}")


def _check_bands(rules: Definition) -> None:
    if len(rules.bands) > _MOST_BANDS:
        raise Fault(("bands",), f"are {_MOST_BANDS} at most, not {len(rules.bands)}")
    for at, band in enumerate(rules.bands):
        path: Keys = ("bands", at)
        _check_name(band, path)
        if len(band.split()) > 1 or fold_case(band) in TAGS or is_dice(band):
            raise Fault(path, "is one word, and no tag of a weapon")
        if fold_case(band) in map(fold_case, rules.bands[:at]):
            raise Fault(path, "is named twice")
    if rules.bands and rules.default_band not in rules.bands:
        raise Fault(("default_band",), f"is {join_words(rules.bands, 'or')}")


def _check_scar(scar: Scar, at: int) -> None:
    path: Keys = ("scars", at)
    if scar.row != at + 1:
        raise Fault(
            (*path, "row"), f"rows count from 1 without a gap, so this is {at + 1}, not {scar.row}"
        )
    _check_name(scar.name, (*path, "name"))
    for number, condition in enumerate(scar.conditions):
        _check_name(condition.name, (*path, "conditions", number, "name"))
    _check_text(scar, (*path, "text"))
    for number, step in enumerate(scar.now):
        _check_step(step, (*path, "now", number), at_once=True)
    for number, step in enumerate(scar.later):
        _check_step(step, (*path, "later", number), at_once=False)
    _check_placed(scar, path)
    if scar.later and not scar.awaits:
        raise Fault((*path, "later"), "never comes; say with awaits what brings it")
    if scar.hours and not scar.awaits:
        raise Fault((*path, "hours"), "cannot be stopped; say with awaits what stops them")
    if scar.hours > _MOST_HOURS:
        raise Fault((*path, "hours"), f"are {_MOST_HOURS} at most, not {scar.hours}")
    if scar.doom and DOOMED not in [condition.name for condition in scar.conditions]:
        raise Fault((*path, "doom"), f'needs conditions = [{{ name = "{DOOMED}" }}]')


def _check_text(scar: Scar, path: Keys) -> None:
    """Check that a text has no other placeholders than the place and the referee."""
    try:
        parts = list(Formatter().parse(scar.text))
    except ValueError:
        raise Fault(path, "has a curly bracket alone; {place} and {referee} can be named") from None
    for _, field, form, conversion in parts:
        if field is None:
            continue
        if field not in ("place", "referee") or form or conversion:
            raise Fault(path, "names {place} and {referee} at most, in curly brackets")
        if field == "place" and not any(step.place for step in scar.now):
            raise Fault(path, "names a {place}, and no step of now has one")


def _check_step(step: ScarStep, path: Keys, at_once: bool) -> None:
    if bool(step.place) == bool(step.score):
        raise Fault(path, "rolls either for a place or for a score")
    if step.place:
        if step.save or not at_once:
            raise Fault((*path, "place"), "is rolled at once, and without a save")
        for number, place in enumerate(step.place):
            _check_name(place, (*path, "place", number))
    elif not step.rule:
        raise Fault(path, "needs a rule: higher, add, becomes or current")


def _check_placed(scar: Scar, path: Keys) -> None:
    """Check the places of a scar: if a step's score depends on the place, the places must name
    scores."""
    every = [*(("now", *each) for each in enumerate(scar.now))]
    every += [*(("later", *each) for each in enumerate(scar.later))]
    places = next((step.place for step in scar.now if step.place), ())
    for when, number, step in every:
        if step.score != "placed":
            continue
        if when == "later" or step.save:
            raise Fault((*path, when, number, "score"), "is placed only at once, without a save")
        if not places or not _are_roles(places):
            reason = (
                f"needs a step before it whose places are {join_words(get_args(Role)[1:], 'or')}"
            )
            raise Fault((*path, when, number, "score"), reason)


def _are_roles(places: Iterable[str]) -> bool:
    return all(place in get_args(Role) for place in places)


def _check_name(name: str, path: Keys) -> None:
    try:
        check_name(name)
    except Refused as refused:
        raise Fault(path, str(refused)) from None
