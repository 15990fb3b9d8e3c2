"""Declarations: what a person declares. They are the inputs of a fight.

STORAGE FORMAT: tags and field names are written into campaign files. Add fields with defaults;
never rename or remove one; a new form gets a new tag and an upcaster in
`events.serialization.codec`.

Combatants, wounds and weapons are named by id or label, never by sequence number. `overrule` is the
referee's reason for overruling the rules; empty means that the rules decide.
"""

from typing import Literal, TypeAlias

from events.types.base import Event, Game, Value
from events.types.commitments import EPOCHS
from events.types.sheets import Sheet
from events.types.statements import Statement

DiceMode = Literal["digital", "typed", "mixed"]
"""Who throws the dice: the program, the table, or both. `mixed`: dice of combatants on a side of
player characters are typed, all others are drawn."""


class FightStarted(Event, frozen=True, tag="fight-started"):
    """The first event of every fight.

    In format 1, `sealed` is the SHA-256 of the secret of its dice. Since format 2, `anchor` commits
    to the secrets of all `epochs`, and `after` (`fight:seq:digest`) is the head of the fight that
    was started before this one in the campaign.
    """

    title: str
    game: Game
    dice: DiceMode = "digital"
    sealed: str = ""
    anchor: str = ""
    epochs: int = EPOCHS
    after: str = ""


class Join(Event, frozen=True, tag="join"):
    """A combatant joins the fight, with its whole sheet."""

    sheet: Sheet


class Area(Event, frozen=True, tag="area"):
    """An area of the battlefield, or a change of one: the areas next to it, other areas that can be
    seen from it, and (`unseen`) areas next to it that cannot be seen (PV-05). All of these hold in
    both directions."""

    name: str
    adjacent: tuple[str, ...] = ()
    sight: tuple[str, ...] = ()
    why: str = ""
    unseen: tuple[str, ...] = ()


class Aim(Value, frozen=True):
    """One target of an attack, with the reasons for modifiers against this target alone: `enhanced`
    and `impaired` modify the attack, `ward` (enhanced) and `bane` (impaired) the target's save
    against its harm."""

    target: str
    enhanced: str = ""
    impaired: str = ""
    ward: str = ""
    bane: str = ""


class Risk(Value, frozen=True):
    """A save that is part of an action, and what depends on it, declared before the roll (BW-02).

    `save` is the score to roll on. `versus` is the opponent, and `opposing` the opponent's score if
    it is another. `enhanced` and `impaired` are reasons for modifiers. `passed` is the benefit of a
    passed save: the attack is enhanced. `failed` is the cost of a failed one: the opponent's next
    attack on the actor is enhanced (`exposed`), or the action is `lost`.
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

    `weapons` are labels on the attacker's sheet, or dice for an improvised weapon; empty means the
    only weapon there is. `enhanced` and `impaired` are reasons for modifiers against every target.
    `keep` keeps the weapon's own dice where a d12 is allowed. `count` rolls how many of the named
    targets the blast reaches. `band` is the distance. `instead` replaces the attacker's earlier
    declaration. `ward` and `bane` are reasons that enhance and impair every target's save against
    the attack's harm (BW-07). `risk` is a save that the attack begins with.
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
    """A move. `distance` is in the game's unit, 0 if not measured (CF-02). `to` is the destination,
    an area if the battlefield has areas. `phase` is the phase in which the move takes effect, empty
    for the usual one (PV-03)."""

    by: str
    distance: int = 0
    to: str = ""
    instead: bool = False
    overrule: str = ""
    phase: str = ""


class Aid(Event, frozen=True, tag="aid"):
    """Aid for a wounded combatant: it stops the clock of a critical or mortal wound (CF-14).
    `wound` is the wound to treat, empty for every wound that aid can treat."""

    by: str
    target: str
    instead: bool = False
    overrule: str = ""
    wound: str = ""


class Treat(Event, frozen=True, tag="treat"):
    """Treatment that heals a wound for good, given time and quiet (PV-19)."""

    by: str
    target: str
    wound: str = ""
    instead: bool = False
    overrule: str = ""


class Retreat(Event, frozen=True, tag="retreat"):
    """A retreat to a safe destination (CF-22). `versus` is an opponent who stands in the way
    (BW-02)."""

    by: str
    to: str = ""
    instead: bool = False
    overrule: str = ""
    versus: str = ""


class Disengage(Event, frozen=True, tag="disengage"):
    """An action to break away from the opponents one is engaged with (PV-16)."""

    by: str
    instead: bool = False
    overrule: str = ""


class Manoeuvre(Event, frozen=True, tag="manoeuvre"):
    """A manoeuvre of a craft that the game has rules for (CF-27): its name `what`, its `target`,
    the `choice` and the `weapon` where it needs them."""

    by: str
    what: str
    target: str = ""
    choice: str = ""
    weapon: str = ""
    instead: bool = False
    overrule: str = ""


class Special(Event, frozen=True, tag="special"):
    """The game's special action: an artifact, an incantation, psionics, a spell (CF-02). Its roll
    is declared as in `act`."""

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
    """Any other action (CF-02, CF-04). `save` is the ability or skill to roll on if it is risky.
    `versus` is the opponent (BW-02), and `opposing` the opponent's score if it is another. `target`
    is the number to beat (PV-02). `enhanced` and `impaired` are reasons that modify the roll."""

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
    """The referee resolves what one side has declared (CF-06, CF-28). An empty `side` means the
    side whose turn it is. With `who`, only what this combatant has declared, and the turn goes on
    (BW-11)."""

    side: str = ""
    overrule: str = ""
    who: str = ""


class BeginRound(Event, frozen=True, tag="begin-round"):
    """The next round begins (CF-01). The first round calls for opening saves, unless they are
    `waived`: `ambush` if the player characters surprise, `ambushed` if they are surprised (CF-05).
    `versus` is the opponent that the player characters save against (BW-04)."""

    waived: Literal["", "ambush", "ambushed"] = ""
    why: str = ""
    overrule: str = ""
    versus: str = ""


class CallSave(Event, frozen=True, tag="call-save"):
    """The referee calls for a save or check (CF-04); the other fields are as in `act`."""

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
    """The referee calls for morale saves because of `why`: each of `who` saves at once (BW-14).
    `enhanced` and `impaired` are reasons for modifiers."""

    who: tuple[str, ...]
    why: str = ""
    enhanced: str = ""
    impaired: str = ""
    overrule: str = ""


class Harm(Event, frozen=True, tag="harm"):
    """Damage outside an attack. `amount` is dice or a number, empty if the game counts none
    (BW-13). `direct` names an ability that loses it directly (CF-23), `place` the part of the body
    it strikes (PV-21). No weapon is involved, so it triggers no effects."""

    who: tuple[str, ...]
    amount: str
    why: str = ""
    direct: str = ""
    overrule: str = ""
    place: str = ""


class PassTime(Event, frozen=True, tag="pass-time"):
    """Time passes, in seconds of the fight's clock (CF-01)."""

    seconds: int
    why: str = ""
    overrule: str = ""


class Rest(Event, frozen=True, tag="rest"):
    """A rest of `who`, or of every player character and follower (CF-24). `extended` is a week with
    a healer; in Paraverse a rest is a watch, and an extended one a camp (PV-19)."""

    who: tuple[str, ...] = ()
    extended: bool = False
    overrule: str = ""


class Recover(Event, frozen=True, tag="recover"):
    """A wound gets what it was waiting for: it is mended, overcome or healed (CF-18)."""

    who: str
    wound: str
    overrule: str = ""


class Burden(Event, frozen=True, tag="burden"):
    """A full pack is taken up (`full`) or put down (CF-24)."""

    who: str
    full: bool = True
    overrule: str = ""


class TakeOver(Event, frozen=True, tag="take-over"):
    """The player of a dead character goes on with `to`, a follower or a newcomer (CF-19)."""

    dead: str
    to: str
    overrule: str = ""


class ChooseDice(Event, frozen=True, tag="choose-dice"):
    """From here on dice are drawn by the program, typed from the table, or, `mixed`, typed for the
    players' side and drawn for all others (ALL-02)."""

    dice: DiceMode


class EndFight(Event, frozen=True, tag="end-fight"):
    """The fight is over. An open round ends, and the secret of the dice is revealed."""

    why: str = ""


TurnAction: TypeAlias = (
    Attack | Move | Aid | Treat | Retreat | Disengage | Manoeuvre | Special | Act
)
"""What a combatant does in its turn: declared first, resolved with its side."""

Declaration: TypeAlias = (
    FightStarted
    | Join
    | Area
    | TurnAction
    | Resolve
    | BeginRound
    | CallSave
    | CallMorale
    | Harm
    | PassTime
    | Rest
    | Recover
    | Burden
    | TakeOver
    | ChooseDice
    | EndFight
    | Statement
)
"""Every declaration; written as `A | B`, so that `isinstance` accepts it and the type checker
narrows."""
