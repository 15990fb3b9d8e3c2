"""Declarations: what a person says. They are the inputs of a fight.

STORAGE FORMAT: tags and field names are written into campaign files. Add fields with defaults;
never rename or remove one; a new shape gets a new tag and an upcaster in `events.upcast`.

Everybody and everything is named by id or label, never by sequence number. `overrule` is the
referee's reason for insisting against the rules; empty means the rules are asked.
"""

from __future__ import annotations

from typing import Literal

from events.base import Event, Value
from events.games import Game
from events.sheets import Sheet

DiceMode = Literal["digital", "typed"]


class FightStarted(Event, frozen=True, tag="fight-started"):
    """The first event of every fight. `sealed` is the SHA-256 of the secret of its dice."""

    title: str
    game: Game
    dice: DiceMode = "digital"
    sealed: str = ""


class Join(Event, frozen=True, tag="join"):
    """Somebody enters the fight, with their whole sheet."""

    sheet: Sheet


class Aim(Value, frozen=True):
    """One target of an attack, with the modifiers that hold against it alone (reasons)."""

    target: str
    enhanced: str = ""
    impaired: str = ""


class Attack(Event, frozen=True, tag="attack"):
    """An attack on one target, or on several with a blast (CF-07 to CF-12).

    `weapons` are labels on the attacker's sheet or dice for something improvised; none means
    the only one there is. `enhanced` and `impaired` are reasons and hold against every target.
    `keep` keeps the weapon's own dice where a d12 is allowed. `count` rolls how many of the
    named targets the blast reaches. `band` is the distance. `instead` replaces what the
    attacker had declared.
    """

    by: str
    targets: tuple[Aim, ...]
    weapons: tuple[str, ...] = ()
    enhanced: str = ""
    impaired: str = ""
    band: str = ""
    keep: bool = False
    count: bool = False
    instead: bool = False
    overrule: str = ""


class Move(Event, frozen=True, tag="move"):
    """A move; `distance` in the game's unit, 0 where it is not measured (CF-02)."""

    by: str
    distance: int = 0
    to: str = ""
    instead: bool = False
    overrule: str = ""


class Aid(Event, frozen=True, tag="aid"):
    """Tending somebody's wound: stops the clock of a critical or mortal one (CF-14)."""

    by: str
    target: str
    instead: bool = False
    overrule: str = ""


class Retreat(Event, frozen=True, tag="retreat"):
    """Running for a safe destination (CF-22)."""

    by: str
    to: str = ""
    instead: bool = False
    overrule: str = ""


class Special(Event, frozen=True, tag="special"):
    """The game's special action: an artifact, an incantation, psionics (CF-02)."""

    by: str
    what: str
    save: str = ""
    instead: bool = False
    overrule: str = ""


class Act(Event, frozen=True, tag="act"):
    """Any other action; `save` is the ability to roll on where it is risky (CF-02, CF-04)."""

    by: str
    what: str
    save: str = ""
    instead: bool = False
    overrule: str = ""


class Resolve(Event, frozen=True, tag="resolve"):
    """The referee resolves what one side has declared (CF-06, CF-28); `side` empty means the
    one whose turn it is."""

    side: str = ""
    overrule: str = ""


class BeginRound(Event, frozen=True, tag="begin-round"):
    """The next round (CF-01). The first calls for opening saves, unless `waived`: `ambush` by
    the player characters, or `ambushed`, they are surprised (CF-05)."""

    waived: Literal["", "ambush", "ambushed"] = ""
    why: str = ""
    overrule: str = ""


class CallSave(Event, frozen=True, tag="call-save"):
    """The referee calls for a save (CF-04)."""

    who: tuple[str, ...]
    score: str
    why: str = ""
    overrule: str = ""


class Harm(Event, frozen=True, tag="harm"):
    """Damage outside an attack: `amount` is dice or a number; `direct` names an ability that
    loses it outright (CF-23). `weapon`-less, so nobody's effects are triggered."""

    who: tuple[str, ...]
    amount: str
    why: str = ""
    direct: str = ""
    overrule: str = ""


class PassTime(Event, frozen=True, tag="pass-time"):
    """Time goes by, in seconds of the fight's clock (CF-01)."""

    seconds: int
    why: str = ""
    overrule: str = ""


class Rest(Event, frozen=True, tag="rest"):
    """A rest of those named, or of every player character and follower (CF-24). `extended` is
    a week and a healer."""

    who: tuple[str, ...] = ()
    extended: bool = False
    overrule: str = ""


class Recover(Event, frozen=True, tag="recover"):
    """What a wound was waiting for has come: mended, over it, healed (CF-18)."""

    who: str
    wound: str
    overrule: str = ""


class Burden(Event, frozen=True, tag="burden"):
    """A full pack is taken up (`full`) or put down (CF-24)."""

    who: str
    full: bool = True
    overrule: str = ""


class TakeOver(Event, frozen=True, tag="take-over"):
    """The player of somebody dead goes on with `to`, a follower or a newcomer (CF-19)."""

    dead: str
    to: str
    overrule: str = ""


class ChooseDice(Event, frozen=True, tag="choose-dice"):
    """From here on dice are drawn by the engine or typed from the table (ALL-02)."""

    dice: DiceMode


class EndFight(Event, frozen=True, tag="end-fight"):
    """The fight is over: an open round ends, and the secret of the dice is revealed."""

    why: str = ""
