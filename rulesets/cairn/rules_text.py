"""A game's rules in words: options, weapons, creatures, craft and scars."""

from __future__ import annotations

from collections.abc import Iterator

from events.types.base import Game
from events.types.names import join_words
from events.types.sheets import Effect, Weapon
from rulesets.cairn.definition import CraftEffect, Definition, Options, Scar, ScarStep, definition
from rulesets.cairn.sheets import read_sheet, read_weapon
from rulesets.common.rules_text import (
    Row,
    Section,
    collect_sections,
    describe_creature,
    describe_effect,
    describe_words,
    join_parts,
)

_OPTIONS: dict[str, dict[object, str]] = {
    "late_openers": {
        False: "who fails the opening save loses round 1",
        True: "who fails the opening save acts after the opponents in round 1",
    },
    "npc_critical": {
        "out": "foes and followers with critical damage are out of action, alive",
        "dead": "foes and followers with critical damage are dead",
    },
    "broken_detachment": {
        "routed": "a detachment with critical damage is routed",
        "weakened": "a detachment with critical damage is weakened, and routed by the next",
    },
    "strict_unarmed": {
        False: "an enhanced attack without weapons rolls the enhanced die",
        True: "an attack without weapons rolls its own die, also enhanced",
    },
    "morale": {
        True: "foes save on morale",
        False: "nobody saves on morale",
    },
}

_DOES = {
    "tell": "",
    "fail": "the save fails by itself",
    "incapacitate": "incapacitated",
    "stun": "stunned",
    "enhance": "the next attack is enhanced",
}


def describe_game(game: Game) -> list[Section]:
    """Return titled sections, each with rows of two texts. Sections without rows are left out."""
    rules = definition(game)
    every = {
        "Words": _words(game, rules),
        "Options": _options(rules.options),
        "Turns and dice": _turns(rules),
        "Weapons": _weapons(rules),
        "Creatures": (row for row, scale in _creatures(game, rules) if scale not in rules.craft),
        "Craft": (row for row, scale in _creatures(game, rules) if scale in rules.craft),
        "What becomes of craft": _damages(rules),
        "Manoeuvres": _manoeuvres(rules),
        "Posts aboard": _posts(rules),
        "Scars": (_scar(game, rules, scar) for scar in rules.scars),
    }
    return collect_sections(every)


def _words(game: Game, rules: Definition) -> Iterator[Row]:
    scores = rules.scores_of("individual")
    yield "hit protection", scores.protection
    yield "body", scores.body
    yield "agility", scores.agility
    yield "will", scores.will
    for scale in rules.craft:
        yield f"of a {scale}", ", ".join(rules.scores_of(scale).every)
    yield from describe_words(game)


def _options(options: Options) -> Iterator[Row]:
    for name, meanings in _OPTIONS.items():
        yield name, meanings[getattr(options, name)]


def _turns(rules: Definition) -> Iterator[Row]:
    move = rules.movement
    yield "a move", f"{'less than' if move.below else 'up to'} {move.limit} {move.unit}"
    yield "a round", f"{rules.round_seconds['individual']} seconds"
    for scale in rules.craft:
        if rules.seconds_of(scale) != rules.seconds_of("individual"):
            yield f"a round with a {scale}", f"{rules.seconds_of(scale)} seconds"
    yield "without weapons", f"{rules.unarmed} {rules.unarmed_dice}"
    yield "impaired", f"{rules.impaired_die} instead of all dice"
    yield "enhanced", f"{rules.enhanced_die} instead of smaller dice"
    yield "armor", f"{rules.armor_cap} counts at most"
    minutes = rules.critical_seconds // 60
    yield "critical damage", f"kills a player character in {minutes} minutes without aid"
    if rules.bands:
        yield "distances", ", ".join(rules.bands)
        yield "weapons reach", f"{rules.default_band}, where nothing else is said of them"


def _weapons(rules: Definition) -> Iterator[Row]:
    for name in rules.weapons:
        yield name, _damage(read_weapon(rules, name))


def _damage(weapon: Weapon) -> str:
    reach = f"reaches {weapon.range}" if weapon.range else ""
    tags = [tag.replace("-", " ") for tag in weapon.tags]
    return join_parts([weapon.dice, *tags, reach, *map(_effect, weapon.effects)], ", ")


def _creatures(game: Game, rules: Definition) -> Iterator[tuple[Row, str]]:
    """Yield a row for each creature, with its scale."""
    for name in rules.creatures:
        sheet = read_sheet(game, {"from": name}, "npc")
        yield (name, describe_creature(game, sheet, _damage, _effect)), sheet.scale


def _damages(rules: Definition) -> Iterator[Row]:
    """Yield the effects table by face, or the length of a craft's countdown (CF-27)."""
    for scale, craft in rules.craft.items():
        names = rules.scores_of(scale)
        if craft.minutes:
            end = craft.ruined or "destroyed"
            yield (
                f"a {scale}'s failed {names.body} save",
                f"{end} in {craft.minutes} minutes unless repaired",
            )
        if craft.effects:
            when = f"at exactly 0 {names.protection}, and for a failed {names.body} save"
            yield f"a {scale}", f"{craft.die} {when}"
        for face, each in enumerate(craft.effects, start=1):
            yield str(face), _damage_to(rules, each)


def _damage_to(rules: Definition, effect: CraftEffect) -> str:
    whom = {"all": "to all aboard", "posts": "to those with a post", "": ""}[effect.crew]
    ability = rules.scores_of("individual").of(effect.save) if effect.save else ""
    parts = [
        effect.text,
        f"{effect.dice} {whom}" if whom else "",
        "at each round's end until it is over" if effect.each_round else "",
        f"unless {ability} is saved on" if ability else "",
        "its weapon cannot be fired" if effect.weapon else "",
        "no manoeuvre of the helm, no retreat" if effect.holds else "",
    ]
    return f"{effect.name}: {', '.join(filter(None, parts))}"


def _manoeuvres(rules: Definition) -> Iterator[Row]:
    for scale, craft in rules.craft.items():
        names = rules.scores_of(scale)
        for each in craft.manoeuvres:
            whose = "the target's " if each.of == "target" else ""
            crew = rules.scores_of("individual").of(each.save)
            posts = f" ({join_words(each.posts, 'or')}: {crew})" if each.posts else ""
            told = each.text or "what comes of it is told"
            yield each.name, f"{whose}{names.of(each.save)} save{posts}; {told}"


def _posts(rules: Definition) -> Iterator[Row]:
    """Yield the posts and their manoeuvres. Other posts count only where effects name posts
    (CF-27)."""
    for scale, craft in rules.craft.items():
        makes: dict[str, list[str]] = {}
        for each in craft.manoeuvres:
            for post in each.posts:
                makes.setdefault(post, []).append(each.name)
        for post, names in makes.items():
            yield post, join_words(names)
        if makes:
            struck = join_words([each.name for each in craft.effects if each.crew == "posts"])
            strikes = f"only where those with a post are struck ({struck})"
            yield "any other word", strikes if struck else f"nothing aboard a {scale}"


def _effect(each: Effect) -> str:
    score = f" {each.score}" if each.score else ""
    does = {"lose": f"loses {each.dice}{score}", "damage": f"{each.dice} damage"}
    return describe_effect(each, does.get(each.does) or _DOES[each.does])


def _scar(game: Game, rules: Definition, scar: Scar) -> Row:
    """Return a scar's row: its number, then name, text, rolls, what it awaits and what follows."""
    places = [place for step in scar.now for place in _places(rules, step)]
    referee = game.words.get("referee", "referee")
    parts = [scar.text.format(place=join_words(places, "or"), referee=referee)]
    if scar.now:
        parts.append(f"at once {join_words([_step(rules, step) for step in scar.now])}")
    if scar.awaits:
        parts.append(f"awaits {scar.awaits}")
    if scar.later:
        parts.append(f"then {join_words([_step(rules, step) for step in scar.later])}")
    row = f"{scar.row} and more" if scar is rules.scars[-1] else str(scar.row)
    return row, f"{scar.name}: {'; '.join(parts)}"


def _step(rules: Definition, step: ScarStep) -> str:
    """Return “2d6 for a higher maximum HP”, or “d6 for the place (1-2 leg, 3-4 arm, 5 rib, 6
    skull)”."""
    if step.place:
        places = _places(rules, step).items()
        shown = ", ".join(f"{faces} {place}" for place, faces in places)
        return f"{step.dice} for the place ({shown})"
    scores = rules.scores_of("individual")
    score = "score" if step.score == "" or step.score == "placed" else scores.of(step.score)
    meaning = {
        "higher": f"for a higher maximum {score}",
        "add": f"added to the maximum {score}",
        "becomes": f"as the maximum {score}, even a lower one",
        "current": f"for a higher {score}",
    }[step.rule]
    save = f"after a passed {scores.of(step.save)} save " if step.save else ""
    return f"{save}{step.dice} {meaning}"


def _places(rules: Definition, step: ScarStep) -> dict[str, str]:
    """Return each place in words, with the faces that mean it: `1-2`."""
    scores = rules.scores_of("individual")
    names = {"body": scores.body, "agility": scores.agility, "will": scores.will}
    faces: dict[str, list[str]] = {}
    for face, place in enumerate(step.place, start=1):
        faces.setdefault(names.get(place, place), []).append(str(face))
    return {place: "-".join(dict.fromkeys([shown[0], shown[-1]])) for place, shown in faces.items()}
