"""A fight's recap as data and words: who fell and what would have saved them, the damage taken
apart, the chances that were missed; as an audience may read it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from combatlog.app.odds import format_percent
from projections.queries.breakdown import DIMENSIONS, Dimension, Share, list_hits, sum_hits
from projections.queries.rounds import WHOLE, Rounds
from projections.queries.visibility import Audience, sees_all, sees_numbers
from projections.state.fight_state import FightState
from projections.text.words import (
    Words,
    capitalize,
    describe_purpose,
    describe_side,
    format_score,
    join_words,
    possessive,
)
from replay.log.event_log import History
from replay.odds.plays import list_plays
from replay.recap.falls import Blow, Fall, find_falls
from replay.recap.missed import MissedChance, find_missed
from replay.recap.rescues import MOST_ARMOR, RescueKind, Rescues, find_rescues
from replay.text.redaction import redact_words
from rulesets.definitions.shipped import is_newer


class ToldFall(NamedTuple):
    """Somebody who fell, what would have saved them, and the fight after it. `rescues` is None
    where an audience does not know all numbers, or a newer version of the rules played the
    fight."""

    fall: Fall
    rescues: Rescues | None
    state: FightState


def list_falls(
    history: History, audience: Audience = "referee", rounds: Rounds = WHOLE
) -> Iterator[ToldFall]:
    """Yield who fell in these rounds. Players read what would have saved somebody only where they
    know everybody's numbers: it comes from the rules, played again with all of them."""
    history = redact_words(history, audience)
    plays = list(list_plays(history))
    for fall in find_falls(plays):
        if not rounds.includes(fall.round):
            continue
        state = fall.play.after
        if not sees_numbers(state, fall.who, audience):
            fall = _hide_losses(fall)
        all_known = all(sees_numbers(state, id, audience) for id in state.combatants)
        judged = all_known and not is_newer(state.game)
        yield ToldFall(fall, find_rescues(history, plays, fall) if judged else None, state)


def _hide_losses(fall: Fall) -> Fall:
    return fall._replace(blows=tuple(blow._replace(losses=()) for blow in fall.blows))


def describe_fall(told: ToldFall) -> str:
    """Return “Dee went down in round 1 (#70): critical damage”."""
    fall, words = told.fall, Words(told.state)
    does = "died" if fall.end == "dead" else "went down"
    when = f"in round {fall.round}" if fall.round else "before the first round"
    how = f": {fall.how}" if fall.how else ""
    return f"{capitalize(words.name(fall.who))} {does} {when} (#{fall.seq}){how}"


def describe_blow(blow: Blow, state: FightState) -> str:
    """Return “#60 Cult mob's clubs: 11 dealt, HP 5 → 0, STR 11 → 5, critical damage”."""
    words = Words(state)
    by = f"{possessive(words.name(blow.by))} {blow.weapon}" if blow.by else blow.why or blow.weapon
    losses = [
        f"{loss.score} {format_score(state.game, loss.score, loss.was)} →"
        f" {format_score(state.game, loss.score, loss.now)}"
        for loss in blow.losses
    ]
    dealt = [f"{blow.dealt} dealt"] if blow.dealt or not losses else []
    wound = [blow.wound] if blow.wound else []
    return f"#{blow.seq} {by or 'harm'}: {', '.join([*dealt, *losses, *wound])}"


def describe_rescues(told: ToldFall) -> list[str]:
    """Return what would have saved somebody, at most three sentences without their full stops; or
    that nothing of it would have. Empty where that is hidden."""
    if told.rescues is None:
        return []
    words = Words(told.state)
    die, armor, aid, untried = told.rescues
    said = []
    if die is not None:
        of = f"{possessive(words.name(die.by))} {die.die} ({describe_purpose(die.purpose)})"
        said.append(
            f"{of} showed {die.face} in #{die.seq}; {format_faces(die.faces)} would have saved"
            f" them{_format_chance(die.chance)}"
        )
    if armor is not None:
        instead = f" instead of {armor.was}" if armor.was else ""
        said.append(
            f"armor {armor.armor}{instead}, worn from the start, would have saved"
            f" them{_format_chance(armor.chance)}"
        )
    if aid is not None:
        helpers = join_words([words.name(id) for id in aid.by], "or")
        said.append(
            f"{helpers} could have given aid in round {aid.round}, before"
            f" #{aid.seq}{_format_chance(aid.chance)}"
        )
    return said or list(_describe_nothing(untried))


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


def _format_chance(chance: Fraction) -> str:
    return "" if chance == 1 else f", with a chance of {format_percent(float(chance))}"


def format_faces(faces: Iterable[int]) -> str:
    """Return faces in words: “6 or less”, “18 or more”, “3 to 5”, “2, 4 or 6”."""
    every = sorted(faces)
    first, last = every[0], every[-1]
    if len(every) == 1:
        return str(first)
    if every == list(range(first, last + 1)):
        if first == 1:
            return f"{last} or less"
        return f"{first} or more" if last in (4, 6, 8, 10, 12, 20) else f"{first} to {last}"
    return join_words([str(each) for each in every], "or")


def list_missed(history: History, rounds: Rounds = WHOLE) -> list[tuple[MissedChance, str]]:
    """Return the missed chances of these rounds, each with a sentence without its full stop."""
    words = Words(history.state(len(history)))
    found = []
    for each in find_missed(history):
        if each.kind != "morale off" and not rounds.includes(each.round):
            continue
        who, whom = words.name(each.who) if each.who else "", each.whom and words.name(each.whom)
        match each.kind:
            case "turn":
                said = f"{who} did not use their turn in round {each.round} (#{each.seq})"
            case "aid":
                said = f"{who} could have given {whom} aid in round {each.round} (#{each.seq})"
            case "morale overruled":
                said = f"{who}, who had fled, was brought back (#{each.seq})"
            case _:
                said = "nobody tested morale: the game plays without it"
        found.append((each, capitalize(said)))
    return found


def list_damage(
    history: History, audience: Audience = "referee", rounds: Rounds = WHOLE
) -> dict[Dimension, list[tuple[str, Share]]]:
    """Return the damage of these rounds by the names of every dimension."""
    history = redact_words(history, audience)
    state = history.state(len(history))
    hits = list(list_hits(history.line_events(), rounds))
    return {
        dimension: [
            (_name_share(share, dimension, state), share) for share in sum_hits(hits, dimension)
        ]
        for dimension in DIMENSIONS
    }


def _name_share(share: Share, dimension: Dimension, state: FightState) -> str:
    match dimension:
        case "source" | "target":
            return Words(state).name(share.name) if share.name else "nobody"
        case "side" | "side struck":
            return describe_side(share.name) if share.name else "nobody"
        case "round":
            return f"round {share.name}" if share.name != "0" else "before round 1"
        case _:
            return share.name or "nothing named"


def convert_recap(
    history: History, audience: Audience = "referee", rounds: Rounds = WHOLE
) -> dict[str, Any]:
    """Return the recap as plain data."""
    return {
        "rounds": list(rounds),
        "falls": [_convert_fall(told) for told in list_falls(history, audience, rounds)],
        "missed": [{**each._asdict(), "said": said} for each, said in list_missed(history, rounds)],
        "damage": {
            dimension: [
                {**share._asdict(), "name": name, "id": share.name, **_hide(audience, share)}
                for name, share in shares
            ]
            for dimension, shares in list_damage(history, audience, rounds).items()
        },
    }


def _hide(audience: Audience, share: Share) -> dict[str, Any]:
    """Return what replaces the damage that armor kept off, which players do not know."""
    return {"absorbed": share.absorbed if sees_all(audience) else None}


def _convert_fall(told: ToldFall) -> dict[str, Any]:
    fall, rescues = told.fall, told.rescues
    return {
        "who": fall.who,
        "end": fall.end,
        "how": fall.how,
        "seq": fall.seq,
        "round": fall.round,
        "said": describe_fall(told),
        "blows": [
            {
                **blow._asdict(),
                "losses": [loss._asdict() for loss in blow.losses],
                "said": describe_blow(blow, told.state),
            }
            for blow in fall.blows
        ],
        "rescues": None
        if rescues is None
        else {
            "die": rescues.die and {**rescues.die._asdict(), "chance": float(rescues.die.chance)},
            "armor": rescues.armor
            and {**rescues.armor._asdict(), "chance": float(rescues.armor.chance)},
            "aid": rescues.aid and {**rescues.aid._asdict(), "chance": float(rescues.aid.chance)},
            "untried": list(rescues.untried),
            "said": describe_rescues(told),
        },
    }
