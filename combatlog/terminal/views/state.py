"""The state of a fight as lines of a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from combatlog.terminal.views.layout import align_table, bold, dim
from events.errors import Refused
from events.types.sheets import Weapon
from projections.state.fight_state import Combatant, FightState
from projections.text.words import (
    Words,
    capitalize,
    describe_asked_dice,
    describe_side,
    describe_turn,
    describe_wound_state,
    format_score,
    format_signed,
    list_conditions,
)

if TYPE_CHECKING:
    from projections.queries.visibility import Audience
    from replay.audit.seals import CampaignSeal, FightSeal

_SCORES_WITH_ARMS = 5


def render_headline(state: FightState) -> str:
    """Return `Bridge ambush · Golden Idol · round 2 · the party's turn · digital dice`."""
    return " · ".join([state.title, state.game.name, describe_turn(state), f"{state.dice} dice"])


def render_state(state: FightState, audience: Audience = "referee") -> list[str]:
    """Return all combatants with all numbers, conditions and wounds, and what is declared and
    awaited. Of those whose numbers players do not know, they read how badly they look."""
    clock = f" · {Words(state).time(state.clock)} in" if state.clock else ""
    lines = [bold(render_headline(state)) + clock]
    for side in _list_sides(state):
        lines.append(capitalize(describe_side(side)))
        ones = list(state.members(side))
        known = [audience == "referee" or _is_known(one, state) for one in ones]
        rows = [
            _build_row(one, state) if is_known else _build_strangers_row(one, state)
            for one, is_known in zip(ones, known, strict=True)
        ]
        for one, is_known, line in zip(ones, known, align_table(rows), strict=True):
            lines.append(dim(line) if one.standing != "in" else line)
            lines += [dim(f"      {text}") for text in _render_details(one, state, is_known)]
    lines += [f"Declared: {text}." for text in describe_declared(state)]
    lines += [f"Awaited: {text}." for text in describe_awaited_dice(state)]
    return lines


def render_one(state: FightState, who: str) -> list[str]:
    """Return one combatant with all numbers, conditions and wounds. Raises `Refused` where nobody
    of this id is in that state."""
    one = state.combatants.get(who)
    if one is None:
        raise Refused(f"Nobody called {who} has joined by then.")
    numbers = "  ".join(filter(None, _build_row(one, state)))
    return [numbers, *_render_details(one, state, True)]


def render_seal_in_brief(seal: CampaignSeal | FightSeal) -> list[str]:
    """Return the seal of a fight in one line: its words, or its digits where it has no words."""
    return [dim(f"Seal: {' '.join(seal.words) or seal}")]


def render_seal(seal: CampaignSeal | FightSeal) -> list[str]:
    """Return the seal of a fight in digits and words."""
    if not seal.words:
        return [f"Seal, for the group to keep: {seal}"]
    return [
        "Seal, for the group to keep, or to be read out:",
        f"  {seal}",
        f"  {' '.join(seal.words)}",
    ]


def render_closed_fights(titles: Sequence[str]) -> list[str]:
    """Return a line for each fight whose dice were closed because the next one was started."""
    return [
        f"{title} has ended: its dice are closed, and their secret is open." for title in titles
    ]


def render_brief(state: FightState, before: FightState | None = None) -> list[str]:
    """Return one line a side: hit protection and what hinders each combatant. With a state
    `before`, leave out everybody who is as they were."""
    lines = []
    for side in _list_sides(state):
        ones = [
            said
            for one in state.members(side)
            if (said := _render_in_brief(one, state)) != _render_earlier(one, before)
        ]
        if ones:
            lines.append(f"  {capitalize(describe_side(side))}: {' · '.join(ones)}")
    return lines


def _render_earlier(one: Combatant, before: FightState | None) -> str:
    """Return what was said of a combatant in brief before, empty where nothing was."""
    earlier = before.combatants.get(one.id) if before is not None else None
    if earlier is None or before is None or earlier.side != one.side:
        return ""
    return _render_in_brief(earlier, before)


def describe_awaited_dice(state: FightState) -> list[str]:
    """Describe the awaited dice."""
    return describe_asked_dice(state.awaited, Words(state))


def describe_declared(state: FightState) -> list[str]:
    """Describe what is declared and not yet resolved."""
    if not state.pending:
        return []
    from projections.text.phrases import (
        describe_event,  # slow to import, and only needed with pending declarations
    )

    return [describe_event(each.action, state) for each in state.pending]


def describe_ailments(one: Combatant, state: FightState) -> list[str]:
    """Describe a combatant's conditions and wounds, each once; death and departure come first."""
    if one.standing == "dead":
        return [_describe_exit(one)]
    gone = [] if one.standing == "in" else [_describe_exit(one)]
    return gone + list_conditions(state, one)


def _describe_exit(one: Combatant) -> str:
    """Describe how a combatant left: “DEAD (the wolf's bite)”, “FLED”."""
    if one.standing == "dead":
        return f"DEAD ({one.how})" if one.how else "DEAD"
    return one.how.upper() if len(one.how) < 12 else f"GONE ({one.how})"


def _list_sides(state: FightState) -> list[str]:
    return [side for side in state.sides if any(True for _ in state.members(side))]


def _build_row(one: Combatant, state: FightState) -> list[str]:
    names = [one.name + (f" ({one.player})" if one.player else "")]
    numbers = [f"{score} {_format_score(one, score, state)}" for score in one.scores]
    armor = f"armor {one.armor}" if one.armor else ""
    shield = f"shield {one.shield}" if one.shield else ""
    crowd = "" if one.scale == "individual" else one.scale
    leads = "leader" if one.leader else ""
    arms = "" if _is_wide(one) else _list_weapons(one)
    ailments = ", ".join(describe_ailments(one, state))
    return [
        *names,
        *numbers,
        " ".join(filter(None, [armor, shield])),
        " · ".join(filter(None, [crowd, leads, bold(ailments) if ailments else "", arms])),
    ]


def _is_known(one: Combatant, state: FightState) -> bool:
    """Return whether players know the numbers of a combatant."""
    from projections.queries.visibility import sees_numbers  # only for players

    return sees_numbers(state, one.id, "players")


def _build_strangers_row(one: Combatant, state: FightState) -> list[str]:
    """Return the row of somebody whose numbers are hidden."""
    from combatlog.app.strength import judge_look  # only for players

    ailments = ", ".join(describe_ailments(one, state))
    crowd = "" if one.scale == "individual" else one.scale
    words = " · ".join(filter(None, [crowd, bold(ailments) if ailments else ""]))
    return [one.name, judge_look(one, state), *("" for _ in list(one.scores)[1:]), "", words]


def _list_weapons(one: Combatant) -> str:
    return ", ".join(_describe_weapon(one, weapon) for weapon in one.weapons)


def _describe_weapon(one: Combatant, weapon: Weapon) -> str:
    """Describe a weapon: “club d8 blast”, “first gun 2d10 (out)”."""
    about = [each.name for each in one.conditions if each.about == weapon.name]
    states = ", ".join(name.removeprefix("weapon ") for name in dict.fromkeys(about))
    text = " ".join([weapon.name, weapon.dice, *weapon.tags])
    return f"{text} ({states})" if states else text


def _is_wide(one: Combatant) -> bool:
    """Return whether the scores fill a line, so that the weapons go on the next one."""
    return len(one.scores) > _SCORES_WITH_ARMS


def _format_score(one: Combatant, score: str, state: FightState) -> str:
    now, most = (format_score(state.game, score, n) for n in (one.scores[score], one.maxima[score]))
    return now if now == most else f"{now}/{most}"


def _render_in_brief(one: Combatant, state: FightState) -> str:
    first = next(iter(one.scores))
    words = describe_ailments(one, state)
    lowered = [
        f"{score} {_format_score(one, score, state)}"
        for score in list(one.scores)[1:]
        if one.scores[score] != one.maxima[score]
    ]
    text = f"{one.name} {', '.join([f'{first} {_format_score(one, first, state)}', *lowered])}"
    if one.standing != "in":
        return dim(f"{one.name} {words[0]}")
    return f"{text} {bold(', '.join(words))}" if words else text


def _render_details(one: Combatant, state: FightState, is_known: bool = True) -> Iterator[str]:
    words = Words(state)
    if one.area or one.engaged:
        engaged = f"engaged with {words.names(one.engaged)}" if one.engaged else ""
        yield "; ".join(filter(None, [f"in {one.area}" if one.area else "", engaged]))
    skills = ", ".join(f"{skill} {format_signed(number)}" for skill, number in one.skills.items())
    if is_known and (
        can := " · ".join(filter(None, [_list_weapons(one) if _is_wide(one) else "", skills]))
    ):
        yield can
    if one.crew:
        posts = [f"{words.name(id)}{f' ({p})' if p else ''}" for id, p in one.crew.items()]
        yield f"aboard: {', '.join(posts)}"
    if one.standing != "dead":
        yield from (describe_wound_state(wound, state) for wound in one.wounds)
