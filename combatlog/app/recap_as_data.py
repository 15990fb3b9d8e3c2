"""The recap of a fight as plain data, as `combatlog recap --json` prints it."""

from __future__ import annotations

from typing import Any

from combatlog.app.recap import (
    describe_blow,
    describe_fall,
    describe_step,
    list_damage,
    list_falls,
    list_missed,
)
from combatlog.app.rescue_words import ToldFall, describe_rescues
from combatlog.app.survivors import ToldMoment, list_survivors
from projections.queries.breakdown import NOBODY, Dimension, Share
from projections.queries.rounds import WHOLE, Rounds
from projections.queries.visibility import Audience, sees_all
from replay.log.event_log import History
from replay.recap.rescues import Rescue


def convert_recap(
    history: History, audience: Audience = "referee", rounds: Rounds = WHOLE
) -> dict[str, Any]:
    """Return the recap as plain data."""
    survivors = list_survivors(history, audience, rounds)
    return {
        "rounds": list(rounds),
        "falls": [_convert_fall(told) for told in list_falls(history, audience, rounds)],
        "left": [_convert_moment(told) for told in survivors.left],
        "calls": [_convert_moment(told) for told in survivors.calls],
        "missed": [{**each._asdict(), "said": said} for each, said in list_missed(history, rounds)],
        "damage": {
            dimension: [_convert_share(name, share, dimension, audience) for name, share in shares]
            for dimension, shares in list_damage(history, audience, rounds).items()
        },
    }


def _convert_moment(told: ToldMoment) -> dict[str, Any]:
    seq, who, said = told
    return {"seq": seq, "who": who, "said": said}


def _convert_share(
    name: str, share: Share, dimension: Dimension, audience: Audience
) -> dict[str, Any]:
    """Return a share as plain data. The damage that armor kept off is null for players, and the id
    is empty where nobody is the source."""
    return {
        **share._asdict(),
        "name": name,
        "id": "" if dimension == "source" and share.name.startswith(NOBODY) else share.name,
        "absorbed": share.absorbed if sees_all(audience) else None,
        "lost": share.lost if sees_all(audience) else None,
    }


def _convert_fall(told: ToldFall) -> dict[str, Any]:
    fall, rescues = told.fall, told.rescues
    return {
        "who": fall.who,
        "end": fall.end,
        "how": fall.how,
        "seq": fall.seq,
        "round": fall.round,
        "later": fall.later,
        "down": fall.down and fall.down.seq,
        "said": describe_fall(told),
        "blows": [
            {
                **blow._asdict(),
                "losses": [loss._asdict() for loss in blow.losses],
                "said": describe_blow(blow, told.state),
            }
            for blow in fall.blows
        ],
        "steps": [
            {**step._asdict(), "said": describe_step(step, told.state)} for step in fall.steps
        ],
        "rescues": None
        if rescues is None
        else {
            "die": _convert_rescue(rescues.die),
            "save": _convert_rescue(rescues.save),
            "armor": _convert_rescue(rescues.armor),
            "aid": _convert_rescue(rescues.aid),
            "untried": list(rescues.untried),
            "said": describe_rescues(told),
        },
    }


def _convert_rescue(rescue: Rescue | None) -> dict[str, Any] | None:
    return rescue and {**rescue._asdict(), "chance": float(rescue.chance)}
