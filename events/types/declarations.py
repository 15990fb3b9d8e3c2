"""Declarations: what a person says. They are the inputs of a fight.

STORAGE FORMAT: tags and field names are written into campaign files. Add fields with defaults;
never rename or remove one; a new shape gets a new tag and an upcaster in
`events.serialization.upcasters`.

Everybody and everything is named by id or label, never by sequence number. `overrule` is the
referee's reason for insisting against the rules; empty means the rules are asked.
"""

from __future__ import annotations

from typing import Literal

from events.types.base import Event, Value
from events.types.game import Game
from events.types.sheets import Sheet

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


class Area(Event, frozen=True, tag="area"):
    """A place of the battlefield, or a new word on one: the areas it is next to, those that can
    be seen from it besides, and, `unseen`, those that cannot though they are next to it (PV-05).
    All hold in either direction."""

    name: str
    adjacent: tuple[str, ...] = ()
    sight: tuple[str, ...] = ()
    why: str = ""
    unseen: tuple[str, ...] = ()


class Aim(Value, frozen=True):
    """One target of an attack, with the modifiers that hold against it alone (reasons): of the
    attack, and, `ward` (enhanced) and `bane` (impaired), of the target's save against its harm."""

    target: str
    enhanced: str = ""
    impaired: str = ""
    ward: str = ""
    bane: str = ""


class Risk(Value, frozen=True):
    """A save that is part of an action, and what hangs on it, said before the roll (BW-02).

    `save` is what it is rolled on, `versus` who opposes it, on `opposing` where that is not the
    same; `enhanced` and `impaired` are reasons.
    `passed` says what a passed one brings: the attack is enhanced; `failed` what a failed one
    costs: the opponent's next attack on the actor is enhanced (`exposed`), or the action is lost.
    """

    save: str
    versus: str = ""
    enhanced: str = ""
    impaired: str = ""
    passed: Literal["", "enhanced"] = ""
    failed: Literal["", "exposed", "lost"] = ""
    opposing: str = ""


class Attack(Event, frozen=True, tag="attack"):
    """An attack on one target, or on several with a blast (CF-07 to CF-12).

    `weapons` are labels on the attacker's sheet or dice for something improvised; none means
    the only one there is. `enhanced` and `impaired` are reasons and hold against every target.
    `keep` keeps the weapon's own dice where a d12 is allowed. `count` rolls how many of the
    named targets the blast reaches. `band` is the distance. `instead` replaces what the
    attacker had declared. `ward` and `bane` are reasons that enhance and impair every target's
    save against its harm (BW-07); `risk` is a save the attack begins with.
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
    ward: str = ""
    bane: str = ""
    risk: Risk | None = None


class Move(Event, frozen=True, tag="move"):
    """A move; `distance` in the game's unit, 0 where it is not measured (CF-02). `to` is where,
    an area where there are some; `phase` the phase in which it takes hold, empty for the usual
    one (PV-03)."""

    by: str
    distance: int = 0
    to: str = ""
    instead: bool = False
    overrule: str = ""
    phase: str = ""


class Aid(Event, frozen=True, tag="aid"):
    """Tending somebody's wound: stops the clock of a critical or mortal one (CF-14); `wound` is
    the one meant, empty for all that aid can reach."""

    by: str
    target: str
    instead: bool = False
    overrule: str = ""
    wound: str = ""


class Treat(Event, frozen=True, tag="treat"):
    """Healing a wound for good, where there is time and quiet for it (PV-19)."""

    by: str
    target: str
    wound: str = ""
    instead: bool = False
    overrule: str = ""


class Retreat(Event, frozen=True, tag="retreat"):
    """Running for a safe destination (CF-22); `versus` is who stands in the way (BW-02)."""

    by: str
    to: str = ""
    instead: bool = False
    overrule: str = ""
    versus: str = ""


class Disengage(Event, frozen=True, tag="disengage"):
    """Fighting only to get away from those one is engaged with (PV-16)."""

    by: str
    instead: bool = False
    overrule: str = ""


class Manoeuvre(Event, frozen=True, tag="manoeuvre"):
    """Something that craft do and the game has rules for (CF-27): `what` it is called, on whom,
    `choice` where it leaves one, `weapon` where it is about one."""

    by: str
    what: str
    target: str = ""
    choice: str = ""
    weapon: str = ""
    instead: bool = False
    overrule: str = ""


class Special(Event, frozen=True, tag="special"):
    """The game's special action: an artifact, an incantation, psionics, a spell (CF-02). What is
    rolled for it is said as in `Act`."""

    by: str
    what: str
    save: str = ""
    instead: bool = False
    overrule: str = ""
    versus: str = ""
    target: int | None = None
    enhanced: str = ""
    impaired: str = ""
    opposing: str = ""


class Act(Event, frozen=True, tag="act"):
    """Any other action; `save` is the ability or skill to roll on where it is risky (CF-02,
    CF-04). `versus` is who opposes it (BW-02), on `opposing` where that is not the same; `target`
    is the number to beat (PV-02), `enhanced` and `impaired` are reasons that modify the roll."""

    by: str
    what: str
    save: str = ""
    instead: bool = False
    overrule: str = ""
    versus: str = ""
    target: int | None = None
    enhanced: str = ""
    impaired: str = ""
    opposing: str = ""


class Resolve(Event, frozen=True, tag="resolve"):
    """The referee resolves what one side has declared (CF-06, CF-28); `side` empty means the
    one whose turn it is."""

    side: str = ""
    overrule: str = ""


class BeginRound(Event, frozen=True, tag="begin-round"):
    """The next round (CF-01). The first calls for opening saves, unless `waived`: `ambush` by
    the player characters, or `ambushed`, they are surprised (CF-05). `versus` is the opponent
    whom the player characters save against (BW-04)."""

    waived: Literal["", "ambush", "ambushed"] = ""
    why: str = ""
    overrule: str = ""
    versus: str = ""


class CallSave(Event, frozen=True, tag="call-save"):
    """The referee calls for a save or check (CF-04); the rest as in `Act`."""

    who: tuple[str, ...]
    score: str
    why: str = ""
    overrule: str = ""
    versus: str = ""
    target: int | None = None
    enhanced: str = ""
    impaired: str = ""
    opposing: str = ""


class CallMorale(Event, frozen=True, tag="call-morale"):
    """The referee sees a reason to be afraid, `why`: those named save on morale at once (BW-14);
    `enhanced` and `impaired` are reasons."""

    who: tuple[str, ...]
    why: str = ""
    enhanced: str = ""
    impaired: str = ""
    overrule: str = ""


class Harm(Event, frozen=True, tag="harm"):
    """Damage outside an attack: `amount` is dice or a number, empty where the game counts none
    (BW-13); `direct` names an ability that loses it outright (CF-23), `place` where it strikes
    (PV-21). `weapon`-less, so nobody's effects are triggered."""

    who: tuple[str, ...]
    amount: str
    why: str = ""
    direct: str = ""
    overrule: str = ""
    place: str = ""


class PassTime(Event, frozen=True, tag="pass-time"):
    """Time goes by, in seconds of the fight's clock (CF-01)."""

    seconds: int
    why: str = ""
    overrule: str = ""


class Rest(Event, frozen=True, tag="rest"):
    """A rest of those named, or of every player character and follower (CF-24). `extended` is
    a week and a healer; in Paraverse a rest is a watch, and an extended one a camp (PV-19)."""

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
