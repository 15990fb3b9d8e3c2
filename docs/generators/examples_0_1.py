"""One example of every event type of version 0.1: shown in docs/protocol.md, frozen in the tests.

They are written into `tests/events/frozen/0.1.jsonl`, so none is ever changed.
"""

from __future__ import annotations

from events.types import declarations as d, log_events as h, outcomes as o, statements as s
from events.types.base import Game
from events.types.rolls import Asked, Rolled
from events.types.sheets import Condition, Effect, Sheet, Weapon, Wound
from events.types.unions import AnyEvent

SEALED = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
"""The SHA-256 of `test`."""

GAME = Game(
    id="golden-idol",
    name="Golden Idol",
    rules="cairn",
    version=1,
    words={"protection": "HP", "referee": "Referee"},
    scores={"individual": ("HP", "STR", "DEX", "WIL")},
    credit="Golden Idol, CC BY-SA 4.0",
    definition={"unarmed": "fists", "movement": {"limit": 40, "unit": "ft"}},
)

ADA = Sheet(
    name="Ada",
    scores={"HP": 4, "STR": 9, "DEX": 12, "WIL": 11},
    id="ada",
    kind="pc",
    side="party",
    player="Sam",
    maxima={"STR": 10},
    armor=1,
    weapons=(
        Weapon("rifle", "2d10", ("two-handed",), "long"),
        Weapon(
            "venom knife",
            "d6+1",
            effects=(Effect("critical", "lose", "venom", "d4", "DEX", "STR"),),
        ),
    ),
    effects=(Effect("own-critical", text="calls for help"),),
    leader=True,
    choices={"critical": "out", "morale": "flees"},
    conditions=(Condition("limping", "all but crawling", "Broken Leg", 3),),
    wounds=(Wound("Broken Leg", "Broken Limb", 4, "needs a splint", "a splint", 3600),),
    origin="k7m2p9qx/ada",
)

WOLVES = Sheet(
    name="Wolves",
    scores={"HP": 4, "STR": 6, "DEX": 8, "WIL": 6},
    id="wolves",
    side="beasts",
    scale="detachment",
    weapons=(Weapon("bite", "d6"),),
    each=True,
)

DECLARATIONS: tuple[AnyEvent, ...] = (
    d.FightStarted("Bridge ambush", GAME, "typed", SEALED),
    d.Join(ADA),
    d.Join(WOLVES),
    d.Attack(
        by="ada",
        targets=(d.Aim("wolves", impaired="in the reeds"), d.Aim("rhinoceros", enhanced="asleep")),
        weapons=("rifle",),
        enhanced="from above",
        impaired="in the dark",
        band="long",
        keep=True,
        count=True,
        instead=True,
        overrule="the rope holds",
    ),
    d.Move("ada", 30, "the far bank"),
    d.Aid("ben", "ada"),
    d.Retreat("ben", "the jeep"),
    d.Special("ada", "raises the idol", "WIL"),
    d.Act("ben", "cuts the rope", "DEX", overrule="he has a second knife"),
    d.Resolve("party"),
    d.BeginRound("ambush", "they lay in wait"),
    d.CallSave(("ada", "ben"), "DEX", "the bridge sways"),
    d.Harm(("ada",), "d6", "a falling beam", "STR"),
    d.PassTime(3600, "they wait for the tide"),
    d.Rest(("ada", "ben"), extended=True),
    d.Recover("ada", "Broken Leg"),
    d.Burden("ben", full=False),
    d.TakeOver("ada", "ben"),
    d.ChooseDice("digital"),
    d.EndFight("the wolves are gone"),
)

STATEMENTS: tuple[AnyEvent, ...] = (
    s.SetScore("ada", "STR", 7, 9, "the curse"),
    s.SetTrait("wolves", "armor", "2", "wet fur"),
    s.AddCondition("ada", "blinded", "moving", "sand in her eyes"),
    s.EndCondition("ada", "blinded", "she has washed them"),
    s.Kill("wolves", "the bridge fell"),
    s.Revive("wolves", "they swam"),
    s.Remove("ben", "he drives ahead"),
    s.Return("ben", "he is back"),
    s.Rename("wolves", "White Wolves", "seen by daylight", "Wolves"),
    s.HandOver("ben", "Kim", "party", "Kim has come"),
    s.Arm("ben", Weapon("oar", "d6", ("bulky",)), "from the boat"),
    s.Disarm("ben", "oar", "it broke"),
)

ROLLS: tuple[AnyEvent, ...] = (Rolled(4, "ada", "damage", "d10", 7, 2, 5),)

OUTCOMES: tuple[AnyEvent, ...] = (
    o.Overruled("CF-02", "Ada has acted already", "the rope holds"),
    o.Awaited(10, (Asked(4, "ada", "damage", "d10", 2), Asked(10, "wolves", "critical", "d20"))),
    o.RoundBegan(2, ("party", "beasts", "party"), ("ben",)),
    o.RoundEnded(2),
    o.TurnBegan("party", "ben"),
    o.TurnEnded("party", "ben"),
    o.ClockAdvanced(10, 20),
    o.SaveRolled("wolves", "STR", 6, 14, False, "critical", "critical damage"),
    o.TargetsCounted("ada", 2),
    o.AttackRolled(
        "ada",
        "wolves",
        "rifle",
        "2d10",
        (9, 3),
        9,
        "impaired",
        (o.Ground("enhanced", "from above"), o.Ground("impaired", "in the reeds")),
        4,
    ),
    o.DamageDealt("wolves", 9, 1, 8, "ada", "rifle", (3,), "the better of two", 4),
    o.ScoreChanged("wolves", "HP", 4, 0, "damage"),
    o.MaximumChanged("ada", "HP", 4, 6, "a scar"),
    o.WoundTaken("ada", Wound("Broken Leg", "Broken Limb", 4, awaits="a splint", due=3600)),
    o.WoundTended("ada", "Broken Leg", "a week of rest"),
    o.WoundClosed("ada", "Broken Leg", healed=True),
    o.ConditionBegan("ada", "limping", "all but crawling", "Broken Leg"),
    o.ConditionEnded("ada", "limping", "Broken Leg"),
    o.Died("wolves", "critical damage, untreated"),
    o.Left("ben", "retreated", "the jeep"),
    o.Moved("ada", 30, "the far bank"),
    o.Acted("ben", "cuts the rope"),
    o.Aided("ada", "ben"),
    o.Rested("ada", extended=True),
    o.Lapsed("ben", "attack", "round 2 ended"),
    o.MoraleShaken("beasts", "first loss"),
    o.MoraleTested("beasts", ("first loss", "half lost")),
    o.ControlPassed("Sam", "ada", "ben"),
    o.EffectTold("wolves", "howls answer from the hills", "rifle"),
)

HISTORY: tuple[AnyEvent, ...] = (
    h.HeadMoved("wrong target"),
    h.Noted("Ada spares the last wolf."),
    h.BranchNamed("the bridge holds", 31),
    h.Sealed("60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752"),
    h.SecretRevealed("74657374", SEALED),
    h.RulesChanged(GAME),
)

EXAMPLES: tuple[AnyEvent, ...] = (*DECLARATIONS, *STATEMENTS, *ROLLS, *OUTCOMES, *HISTORY)
