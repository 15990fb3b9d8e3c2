"""Outcomes: what the rules make of declarations and dice.

They are derived, and recorded all the same, in one vocabulary for all games, so that a log
reads back without its rules. STORAGE FORMAT: tags and field names are written into campaign
files. Numbers are absolute (`was`, `now`): nothing is ever added back to undo it.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from events.types.base import Event, Value
from events.types.rolls import Asked, Purpose
from events.types.sheets import Bars, Wound


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


class CheckRolled(Event, frozen=True, tag="check-rolled"):
    """A roll that had to come up to something: `faces` of `dice`, `value` the kept one with
    `bonus`; `against` is the number it had to beat, or, `least`, to reach. `who` rolled on
    `what`, an ability or a skill; `versus` opposed it. No faces: it was decided without a roll.
    `partial` is a failure that missed by little."""

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


class PhaseBegan(Event, frozen=True, tag="phase-began"):
    """A phase of the round begins; what it resolves is judged by the state as it stands now."""

    phase: str


class PhaseEnded(Event, frozen=True, tag="phase-ended"):
    """A phase is done, and what it has done takes hold; `done` are the seqs of the declarations
    that it has resolved."""

    phase: str
    done: tuple[int, ...] = ()


class ContestFormed(Event, frozen=True, tag="contest-formed"):
    """Who fights whom: combatants by side, the side that began it first."""

    sides: tuple[tuple[str, ...], ...]
    place: str = ""


class ContestRolled(Event, frozen=True, tag="contest-rolled"):
    """What one of those in a contest rolled on `what`: `value` is the die that was kept of
    `faces`, with `bonus`."""

    who: str
    what: str
    dice: str
    faces: tuple[int, ...]
    value: int
    bonus: int = 0
    modifier: Literal["", "enhanced", "impaired"] = ""
    grounds: tuple[Ground, ...] = ()


class ContestDecided(Event, frozen=True, tag="contest-decided"):
    """How a contest came out: `winner` had the roll that won it, by `margin`, and strikes
    `loser`; no winner: nothing happens, no loser: nobody is struck."""

    winner: str
    loser: str
    margin: int
    why: str = ""


class EngagementBegan(Event, frozen=True, tag="engagement-began"):
    """Somebody is engaged with these opponents from now on, besides those before."""

    who: str
    opponents: tuple[str, ...]


class EngagementEnded(Event, frozen=True, tag="engagement-ended"):
    """Somebody is engaged with nobody any more, nor anybody with them."""

    who: str
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
    `weapon` are empty, `attack` 0. `multiplier` is how often the weapon's number was counted,
    `place` where on the body it strikes, in a game that asks."""

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
    """A condition takes hold; `source` is the wound it comes from, if any; `about` and `due` as
    in a sheet's conditions."""

    who: str
    condition: str
    bars: Bars = ""
    source: str = ""
    about: str = ""
    due: int | None = None


class ConditionEnded(Event, frozen=True, tag="condition-ended"):
    """A condition ends; `source` and `about` as it began."""

    who: str
    condition: str
    source: str = ""
    about: str = ""


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
    """A ground for a morale save of a side, or of one of it (`who`), rolled when the turn is
    done."""

    side: str
    ground: str
    who: str = ""


class MoraleTested(Event, frozen=True, tag="morale-tested"):
    """The grounds for morale saves of a side, or of one of it (`who`), are spent."""

    side: str
    grounds: tuple[str, ...]
    who: str = ""


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
