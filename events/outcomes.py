"""Outcomes: what the rules make of declarations and dice.

They are derived, and recorded all the same, in one vocabulary for all games, so that a log
reads back without its rules. STORAGE FORMAT: tags and field names are written into campaign
files. Numbers are absolute (`was`, `now`): nothing is ever added back to undo it.
"""

from __future__ import annotations

from typing import Literal

from events.base import Event, Value
from events.rolls import Asked, Purpose
from events.sheets import Bars, Wound


class Ground(Value, frozen=True):
    """A reason for a modifier."""

    modifier: Literal["enhanced", "impaired"]
    why: str


class Overruled(Event, frozen=True, tag="overruled"):
    """The referee insisted: `problem` is what the rules said against it."""

    clause: str
    problem: str
    why: str


class Awaited(Event, frozen=True, tag="awaited"):
    """The play of event `input` waits for these dice, in any order."""

    input: int
    asks: tuple[Asked, ...]


class RoundBegan(Event, frozen=True, tag="round-began"):
    """A round begins; `order` is the sides in the order of their turns, `late` those who act
    only in their side's second turn of this round."""

    number: int
    order: tuple[str, ...]
    late: tuple[str, ...] = ()


class RoundEnded(Event, frozen=True, tag="round-ended"):
    """A round is over."""

    number: int


class TurnBegan(Event, frozen=True, tag="turn-began"):
    """A side takes its turn; `alone` is somebody whose late declaration is resolved by itself."""

    side: str
    alone: str = ""


class TurnEnded(Event, frozen=True, tag="turn-ended"):
    """A side's turn is done."""

    side: str
    alone: str = ""


class ClockAdvanced(Event, frozen=True, tag="clock-advanced"):
    """The fight's clock stands at `now` seconds."""

    was: int
    now: int


class SaveRolled(Event, frozen=True, tag="save-rolled"):
    """A save: `face` on a d20 against the score `against`; face 0 is a save failed by itself."""

    who: str
    score: str
    against: int
    face: int
    passed: bool
    purpose: Purpose
    why: str = ""


class TargetsCounted(Event, frozen=True, tag="targets-counted"):
    """How many of the named a blast reaches."""

    by: str
    count: int


class AttackRolled(Event, frozen=True, tag="attack-rolled"):
    """What an attacker rolled against one target: `faces` of `dice`, `value` the kept one with
    its bonus. `grounds` are all reasons for modifiers, `modifier` what they came to; `attack` is
    the seq of the attack's declaration."""

    by: str
    target: str
    weapon: str
    dice: str
    faces: tuple[int, ...]
    value: int
    modifier: Literal["", "enhanced", "impaired"] = ""
    grounds: tuple[Ground, ...] = ()
    attack: int = 0


class DamageDealt(Event, frozen=True, tag="damage-dealt"):
    """Damage that lands: `rolled` less `armor` leaves `dealt`. `dropped` are the lower results
    of a pool; `attack` is the seq of the attack's declaration. Where nobody attacked `by` and
    `weapon` are empty, `attack` 0."""

    to: str
    rolled: int
    armor: int
    dealt: int
    by: str = ""
    weapon: str = ""
    dropped: tuple[int, ...] = ()
    why: str = ""
    attack: int = 0


class ScoreChanged(Event, frozen=True, tag="score-changed"):
    """A score goes from `was` to `now`."""

    who: str
    score: str
    was: int
    now: int
    why: str = ""


class MaximumChanged(Event, frozen=True, tag="maximum-changed"):
    """The maximum of a score goes from `was` to `now`."""

    who: str
    score: str
    was: int
    now: int
    why: str = ""


class WoundTaken(Event, frozen=True, tag="wound-taken"):
    """Somebody has a wound or a scar."""

    who: str
    wound: Wound


class WoundTended(Event, frozen=True, tag="wound-tended"):
    """A wound no longer kills (its clock stands); `awaits` is what it waits for now."""

    who: str
    wound: str
    awaits: str = ""


class WoundClosed(Event, frozen=True, tag="wound-closed"):
    """A wound waits for nothing more; `healed` takes it off, else it stays as a scar."""

    who: str
    wound: str
    healed: bool = False


class ConditionBegan(Event, frozen=True, tag="condition-began"):
    """A condition takes hold; `source` is the wound it comes from, if any."""

    who: str
    condition: str
    bars: Bars = ""
    source: str = ""


class ConditionEnded(Event, frozen=True, tag="condition-ended"):
    """A condition ends; `source` as it began."""

    who: str
    condition: str
    source: str = ""


class Died(Event, frozen=True, tag="died"):
    """Somebody is dead (a detachment: destroyed)."""

    who: str
    of: str


class Left(Event, frozen=True, tag="left"):
    """Somebody leaves the fight alive; `to` where they are off to."""

    who: str
    how: Literal["retreated", "fled", "surrendered", "routed"]
    to: str = ""


class Moved(Event, frozen=True, tag="moved"):
    """A move was made; `distance` 0 was not measured."""

    who: str
    distance: int = 0
    to: str = ""


class Acted(Event, frozen=True, tag="acted"):
    """An action without numbers was done."""

    who: str
    what: str


class Aided(Event, frozen=True, tag="aided"):
    """Somebody was given aid."""

    who: str
    by: str


class Rested(Event, frozen=True, tag="rested"):
    """Somebody rested."""

    who: str
    extended: bool = False


class Lapsed(Event, frozen=True, tag="lapsed"):
    """What somebody had declared does not happen."""

    who: str
    what: str
    why: str


class MoraleShaken(Event, frozen=True, tag="morale-shaken"):
    """A ground for a morale save of a side, rolled when the turn is done."""

    side: str
    ground: str


class MoraleTested(Event, frozen=True, tag="morale-tested"):
    """A side's grounds for morale saves are spent."""

    side: str
    grounds: tuple[str, ...]


class ControlPassed(Event, frozen=True, tag="control-passed"):
    """A player goes on with somebody else, who counts as a player character from now on."""

    player: str
    was: str
    now: str


class EffectTold(Event, frozen=True, tag="effect-told"):
    """An effect that the table carries out in words."""

    who: str
    text: str
    of: str = ""
