"""Outcomes: what the rules make of declarations and dice.

They can be derived, but are recorded too, in one vocabulary for all games, so that a log can be
read without its rules. STORAGE FORMAT: tags and field names are written into campaign files.
Numbers are absolute (`was`, `now`): an undo never has to add anything back.
"""

from typing import Literal, TypeAlias

from events.types.base import Event, Value
from events.types.rolls import Asked, Purpose
from events.types.rounds import (
    ClockAdvanced as ClockAdvanced,
    PhaseBegan as PhaseBegan,
    PhaseEnded as PhaseEnded,
    RoundBegan as RoundBegan,
    RoundEnded as RoundEnded,
    TurnBegan as TurnBegan,
    TurnEnded as TurnEnded,
)
from events.types.sheets import Bars, Wound


class Ground(Value, frozen=True):
    """A reason for a modifier."""

    modifier: Literal["enhanced", "impaired"]
    why: str


class Overruled(Event, frozen=True, tag="overruled"):
    """The referee overruled the rules; `problem` is the rules' objection.

    `bar` says what was overruled, and of whom, by ids and labels: `winded:krillik`. With the
    clause, it identifies the objection whatever anybody is called. Empty in fights under version 1
    of the rules, where the sentence identifies it.
    """

    clause: str
    problem: str
    why: str
    bar: str = ""


class Awaited(Event, frozen=True, tag="awaited"):
    """The play of event `input` waits for these dice, in any order."""

    input: int
    asks: tuple[Asked, ...]


class SaveRolled(Event, frozen=True, tag="save-rolled"):
    """A save: `face` on a d20 against the score `against`. Face 0 is a save that failed without a
    roll."""

    who: str
    score: str
    against: int
    face: int
    passed: bool
    purpose: Purpose
    why: str = ""


class CheckRolled(Event, frozen=True, tag="check-rolled"):
    """A roll on `what`, an ability or skill. `faces` are the faces of `dice`, `value` the one kept
    plus `bonus`; `against` is the number to beat or, with `least`, to reach. `versus` is the
    opponent. No faces: decided without a roll. `partial`: a failure that missed by little."""

    who: str
    what: str
    dice: str
    faces: tuple[int, ...]
    value: int
    against: int
    passed: bool
    purpose: Purpose
    bonus: int = 0
    least: bool = False
    partial: bool = False
    versus: str = ""
    modifier: Literal["", "enhanced", "impaired"] = ""
    grounds: tuple[Ground, ...] = ()
    why: str = ""


class ContestFormed(Event, frozen=True, tag="contest-formed"):
    """A contest begins: the combatants in it by side, first the side that began it."""

    sides: tuple[tuple[str, ...], ...]
    place: str = ""


class ContestRolled(Event, frozen=True, tag="contest-rolled"):
    """A combatant's roll on `what` in a contest: `value` is the die kept of `faces`, plus
    `bonus`."""

    who: str
    what: str
    dice: str
    faces: tuple[int, ...]
    value: int
    bonus: int = 0
    modifier: Literal["", "enhanced", "impaired"] = ""
    grounds: tuple[Ground, ...] = ()


class ContestDecided(Event, frozen=True, tag="contest-decided"):
    """The result of a contest: `winner` won by `margin` and strikes `loser`. No winner: nothing
    happens. No loser: nobody is struck."""

    winner: str
    loser: str
    margin: int
    why: str = ""


class EngagementBegan(Event, frozen=True, tag="engagement-began"):
    """A combatant is engaged with these opponents from now on, in addition to earlier ones."""

    who: str
    opponents: tuple[str, ...]


class EngagementEnded(Event, frozen=True, tag="engagement-ended"):
    """A combatant is no longer engaged with anyone, nor anyone with it."""

    who: str
    why: str = ""


class TargetsCounted(Event, frozen=True, tag="targets-counted"):
    """The number of the named targets that a blast reaches."""

    by: str
    count: int


class AttackRolled(Event, frozen=True, tag="attack-rolled"):
    """An attacker's roll against one target: `faces` of `dice`, `value` the one kept plus its
    bonus. `grounds` are all reasons for modifiers, `modifier` their combined result. `attack` is
    the seq of the attack's declaration. Where the dice have unequal bonuses, `kept` is the face
    that was kept; it need not be the highest."""

    by: str
    target: str
    weapon: str
    dice: str
    faces: tuple[int, ...]
    value: int
    modifier: Literal["", "enhanced", "impaired"] = ""
    grounds: tuple[Ground, ...] = ()
    attack: int = 0
    kept: int = 0


class DamageDealt(Event, frozen=True, tag="damage-dealt"):
    """Damage: `rolled` less `armor` leaves `dealt`. `dropped` are the lower faces of a pool.
    `attack` is the seq of the attack's declaration. Without an attacker, `by` and `weapon` are
    empty and `attack` is 0. `multiplier` is how often the weapon's number was counted, `place` the
    part of the body it strikes, in games that use these."""

    to: str
    rolled: int
    armor: int
    dealt: int
    by: str = ""
    weapon: str = ""
    dropped: tuple[int, ...] = ()
    why: str = ""
    attack: int = 0
    multiplier: int = 1
    place: str = ""


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
    """A combatant gets a wound or a scar."""

    who: str
    wound: Wound


class WoundTended(Event, frozen=True, tag="wound-tended"):
    """A wound no longer kills (its clock stops); `awaits` is what it waits for now."""

    who: str
    wound: str
    awaits: str = ""


class WoundClosed(Event, frozen=True, tag="wound-closed"):
    """A wound waits for nothing more. `healed` removes it; otherwise it stays as a scar."""

    who: str
    wound: str
    healed: bool = False


class ConditionBegan(Event, frozen=True, tag="condition-began"):
    """A condition begins. `source` is the wound it comes from, if any; `about` and `due` are as in
    a sheet's conditions."""

    who: str
    condition: str
    bars: Bars = ""
    source: str = ""
    about: str = ""
    due: int | None = None


class ConditionEnded(Event, frozen=True, tag="condition-ended"):
    """A condition ends; `source` and `about` are as when it began."""

    who: str
    condition: str
    source: str = ""
    about: str = ""


class Died(Event, frozen=True, tag="died"):
    """A combatant is dead (a detachment: destroyed)."""

    who: str
    of: str


class Left(Event, frozen=True, tag="left"):
    """A combatant leaves the fight alive; `to` is its destination."""

    who: str
    how: Literal["retreated", "fled", "surrendered", "routed"]
    to: str = ""


class Moved(Event, frozen=True, tag="moved"):
    """A combatant moved; a `distance` of 0 was not measured."""

    who: str
    distance: int = 0
    to: str = ""


class Acted(Event, frozen=True, tag="acted"):
    """A combatant did something that has no numbers."""

    who: str
    what: str


class Aided(Event, frozen=True, tag="aided"):
    """A combatant was given aid."""

    who: str
    by: str


class Rested(Event, frozen=True, tag="rested"):
    """A combatant rested."""

    who: str
    extended: bool = False


class Lapsed(Event, frozen=True, tag="lapsed"):
    """A combatant's declaration is not carried out."""

    who: str
    what: str
    why: str


class MoraleShaken(Event, frozen=True, tag="morale-shaken"):
    """A reason for a morale save of a side, or of one combatant of it (`who`); rolled when the turn
    is done."""

    side: str
    ground: str
    who: str = ""


class MoraleTested(Event, frozen=True, tag="morale-tested"):
    """The reasons for morale saves of a side, or of one combatant of it (`who`), are used up."""

    side: str
    grounds: tuple[str, ...]
    who: str = ""


class ControlPassed(Event, frozen=True, tag="control-passed"):
    """A player goes on with another combatant, which counts as a player character from now on.
    `played`: it was one before, so that nothing begins anew for it in this round."""

    player: str
    was: str
    now: str
    played: bool = False


class EffectTold(Event, frozen=True, tag="effect-told"):
    """An effect that the table plays out in words."""

    who: str
    text: str
    of: str = ""


Outcome: TypeAlias = (
    Overruled
    | Awaited
    | RoundBegan
    | RoundEnded
    | TurnBegan
    | TurnEnded
    | PhaseBegan
    | PhaseEnded
    | ContestFormed
    | ContestRolled
    | ContestDecided
    | EngagementBegan
    | EngagementEnded
    | ClockAdvanced
    | SaveRolled
    | CheckRolled
    | TargetsCounted
    | AttackRolled
    | DamageDealt
    | ScoreChanged
    | MaximumChanged
    | WoundTaken
    | WoundTended
    | WoundClosed
    | ConditionBegan
    | ConditionEnded
    | Died
    | Left
    | Moved
    | Acted
    | Aided
    | Rested
    | Lapsed
    | MoraleShaken
    | MoraleTested
    | ControlPassed
    | EffectTold
)
"""Every outcome: what play records of its own accord, and what a rule may yield."""
