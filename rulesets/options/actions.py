"""What a combatant can declare now. The rules allow every option as it stands: all its blanks are
filled, and it passes their check."""

from __future__ import annotations

from collections.abc import Iterator

from events.types import declarations as d
from events.types.unions import TurnAction
from projections.state.fight_state import Combatant, FightState
from rulesets.common.scene import list_present
from rulesets.core.registry import load_ruleset
from rulesets.core.ruleset import Lexicon
from rulesets.options.foes import list_foes, list_weapons

AWAY = "safety"
"""Where a retreat leads."""


def list_allowed_actions(state: FightState, one: Combatant) -> list[TurnAction]:
    """Return what a combatant can declare: attacks on each foe with each weapon, aid, moves to the
    areas beside theirs, and ways out."""
    rules = load_ruleset(state.game.rules)
    lexicon = rules.lexicon(state.game)
    return [each for each in _list_actions(state, one, lexicon) if not rules.check(state, each)]


def _list_actions(state: FightState, one: Combatant, lexicon: Lexicon) -> Iterator[TurnAction]:
    yield from _list_attacks(one, list_foes(state, one, lexicon), lexicon)
    for friend in list_present(state):
        if friend.side == one.side and any(wound.awaits for wound in friend.wounds):
            yield d.Aid(one.id, friend.id)
    if one.engaged and "disengage" not in lexicon.lacks:
        yield d.Disengage(one.id)
    for area in state.neighbours(one.area):
        yield d.Move(one.id, to=area)
    yield d.Retreat(one.id, AWAY)


def _list_attacks(one: Combatant, foes: list[Combatant], lexicon: Lexicon) -> Iterator[TurnAction]:
    for name, weapon in list_weapons(one, lexicon):
        tags = weapon.tags if weapon is not None else ()
        for band in ("", *(lexicon.bands if "throwing" in tags else ())):
            for foe in foes:
                yield d.Attack(one.id, (d.Aim(foe.id),), (name,), band=band)
        if "blast" in tags and len(foes) > 1:
            yield d.Attack(one.id, tuple(d.Aim(foe.id) for foe in foes), (name,))
