"""An option: something that can be declared now. It has blanks to fill in, the choices for each,
and the reasons why some of them, or all, are barred.

A screen makes a declaration of an option: the fields that are `given`, and a value for each blank
that it fills in. The answer comes from the rules themselves: each choice was tried.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from events.errors import Refused
from events.types.base import Game, get_tag
from events.types.unions import Declaration
from projections.queries.number_words import tells_strangers_number
from projections.queries.visibility import Audience, sees_all
from projections.state.fight_state import FightState
from projections.text.words import capitalize
from rulesets.core.registry import load_ruleset

BlankKind = Literal[
    "combatants",
    "weapons",
    "aims",
    "choice",
    "area",
    "number",
    "text",
    "reason",
    "switch",
    "risk",
    "dice",
    "weapon",
]
"""What a blank takes.

combatants  ids, or one id
weapons     names of weapons, or dice for what lies at hand
aims        ids of targets; each may have modifiers of its own (`Aim`)
choice      one of the choices
area        an area, or any other text where the battlefield has none
number      a number
text        words
reason      words that say why: with them, the modifier counts
switch      yes or no
risk        a save that is part of the action (`Risk`)
dice        dice or a number
weapon      a weapon as people write it: its name, with its dice where it is on no list
"""

AS_IT_STANDS = "That is barred as the fight stands"
"""What players read in place of a reason that would tell a stranger's number."""


class Obstacle(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why something cannot be declared: one sentence without its stop, the clause it rests on, and
    whether the referee may overrule it."""

    reason: str
    clause: str = ""
    overrulable: bool = False


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A value for a blank: its name where it is another, a note that tells it from others (`d8
    blast`), the group it belongs to (`foes`), and what bars it. It is `barred`, too, where
    everything that it could be combined with clashes."""

    value: str
    name: str = ""
    note: str = ""
    group: str = ""
    obstacles: tuple[Obstacle, ...] = ()
    barred: bool = False


class Blank(msgspec.Struct, frozen=True, omit_defaults=True):
    """A field of the declaration to be filled in. `label` is the game's word for it. Where it takes
    `several`, its value is a list; `open` says that other values than the choices may do, and
    `default` is what most people would choose. A number is a whole one from `least` to `most`."""

    field: str
    kind: BlankKind
    label: str
    choices: tuple[Choice, ...] = ()
    needed: bool = False
    several: bool = False
    open: bool = False
    default: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None


class Clash(msgspec.Struct, frozen=True, omit_defaults=True):
    """Two choices that do not go together, by their fields, and why."""

    values: dict[str, str]
    obstacles: tuple[Obstacle, ...]


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that can be declared. `given` are the fields that are filled in already; `type` is
    the tag of the declaration, `name` what the game calls it. With `obstacles` it cannot be
    declared at all, whatever is chosen; `barred` also where each choice for a needed blank is."""

    type: str
    name: str
    given: dict[str, Any]
    blanks: tuple[Blank, ...] = ()
    obstacles: tuple[Obstacle, ...] = ()
    clashes: tuple[Clash, ...] = ()
    barred: bool = False


def make_option(
    declaration: Declaration,
    name: str,
    given: Collection[str],
    blanks: Sequence[Blank] = (),
    obstacles: tuple[Obstacle, ...] = (),
    clashes: Sequence[Clash] = (),
) -> Option:
    """Return the option of making a declaration with other values for its blanks. Its fields
    `given` stay as they are."""
    fields = {field: getattr(declaration, field) for field in given}
    is_barred = bool(obstacles) or any(map(_is_barred, blanks))
    tag = get_tag(declaration)
    return Option(tag, name, fields, tuple(blanks), obstacles, tuple(clashes), is_barred)


def _is_barred(blank: Blank) -> bool:
    """Return whether a blank has to be filled in, and nothing is left for it."""
    if not blank.needed or blank.open or not blank.choices:
        return False
    return all(each.barred for each in blank.choices)


def fill_in(game: Game, option: Option, values: Mapping[str, Any]) -> Declaration:
    """Return the declaration of an option, with these values for its blanks. Aims may be ids alone,
    and a weapon may be written as people write it. Raises `Refused` where a value has no blank, or
    is no value for it."""
    blanks = {blank.field: blank for blank in option.blanks}
    fields = dict(option.given)
    for field, value in values.items():
        if field not in blanks:
            raise Refused(f"{capitalize(option.name)} has nothing to fill in for “{field}”.")
        kind = blanks[field].kind
        if kind == "aims":
            value = [{"target": each} if isinstance(each, str) else each for each in value]
        if kind == "weapon" and isinstance(value, str):
            value = load_ruleset(game.rules).weapon(game, value)
        fields[field] = value
    try:
        plain = {"type": option.type, **msgspec.to_builtins(fields)}
        filled: Declaration = msgspec.convert(plain, Declaration)
    except msgspec.ValidationError as error:
        raise Refused(f"That is no {option.name}: {error}.") from None
    return filled


def find_obstacles(
    state: FightState, declaration: Declaration, audience: Audience = "referee"
) -> tuple[Obstacle, ...]:
    """Return what bars a declaration as the fight stands; empty if it can be made. Players read no
    reason that tells a stranger's number."""
    rules = load_ruleset(state.game.rules)
    try:
        problems = rules.check(state, rules.prepare(state, declaration))
        found = [Obstacle(each.reason, each.clause, each.overrulable) for each in problems]
    except Refused as refused:
        reason = str(refused).removesuffix(".")
        found = [Obstacle(reason, refused.clause, refused.overrulable)]
    if sees_all(audience):
        return tuple(found)
    return tuple(_redact(state, each) for each in found)


def _redact(state: FightState, obstacle: Obstacle) -> Obstacle:
    if not tells_strangers_number(obstacle.reason, state):
        return obstacle
    return msgspec.structs.replace(obstacle, reason=AS_IT_STANDS)


def intersect(every: Iterable[Sequence[Obstacle]]) -> tuple[Obstacle, ...]:
    """Return the obstacles that all of these have, in the order of the first."""
    first, *others = every
    return tuple(each for each in first if all(each in other for other in others))


def subtract(obstacles: Iterable[Obstacle], *known: Sequence[Obstacle]) -> tuple[Obstacle, ...]:
    """Return the obstacles that are not among those known already."""
    return tuple(each for each in obstacles if not any(each in some for some in known))


class Cross:
    """What bars two blanks that were tried together, each choice of the first with each of the
    second: `every` pair, each choice `of_first` or `of_second`, and the `clashes` that are left.
    `barred` are the choices that go together with none of the others."""

    def __init__(
        self,
        first: tuple[str, Sequence[str]],
        second: tuple[str, Sequence[str]],
        attempt: Callable[[str, str], tuple[Obstacle, ...]],
    ) -> None:
        (one, ones), (other, others) = first, second
        tried = {(here, there): attempt(here, there) for here in ones for there in others}
        self.every = intersect(tried.values())
        self.of_first = {
            here: subtract(intersect(tried[here, there] for there in others), self.every)
            for here in ones
        }
        self.of_second = {
            there: subtract(intersect(tried[here, there] for here in ones), self.every)
            for there in others
        }
        left = {pair: subtract(found, self.every) for pair, found in tried.items()}
        self.barred = {
            *(here for here in ones if all(left[here, there] for there in others)),
            *(there for there in others if all(left[here, there] for here in ones)),
        }
        self.clashes = [
            Clash({one: here, other: there}, clash)
            for (here, there), found in left.items()
            if (clash := subtract(found, self.of_first[here], self.of_second[there]))
        ]
