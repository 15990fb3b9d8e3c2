"""What version 0.2 added to the events: new types, and old ones with their new fields."""

from __future__ import annotations

from events.types import declarations as d, outcomes as o, statements as s
from events.types.rolls import Rolled
from events.types.sheets import Condition, Effect, Sheet, Weapon, Wound
from events.types.unions import AnyEvent

TOR = Sheet(
    name="Tor",
    scores={"Stamina": 7, "PHY": 13, "CON": 14},
    id="tor",
    kind="pc",
    armor=5,
    weapons=(Weapon("longsword", "8"), Weapon("charm", "d6", against="WIL")),
    effects=(Effect("own-critical", "rise", "fury", score="PHY"),),
    conditions=(Condition("exposed", about="orc", due=3),),
    wounds=(Wound("bleeding", "bleeding", place="torso", grade="critical"),),
    shield=2,
    skills={"Melee": 4, "Evasion": 1},
    area="gate",
)

COURIER = Sheet(
    name="Courier",
    scores={"Hull": 2, "INT": 8, "ENG": 15, "SYS": 12},
    id="courier",
    scale="starship",
    crew={"tor": "pilot"},
)

EXAMPLES: tuple[AnyEvent, ...] = (
    d.Join(TOR),
    d.Join(COURIER),
    d.Area("gate", ("yard", "cellar"), ("tower",), "the map shows it", unseen=("cellar",)),
    d.Attack(
        "sam",
        (d.Aim("troll", ward="thick hide", bane="fire"),),
        ("dagger",),
        ward="braced",
        bane="overwhelmed",
        risk=d.Risk("DEX", "troll", "mud", "dark", "enhanced", "exposed", "STR"),
    ),
    d.Move("tor", to="yard", phase="magic"),
    d.Aid("tor", "gil", wound="bleeding"),
    d.Treat("tor", "gil", "bleeding"),
    d.Retreat("sam", "the ford", versus="troll"),
    d.Disengage("gil"),
    d.Manoeuvre("courier", "lock on", "raider", "enhanced", "cannon"),
    d.Special("sam", "a word of fire", "WIL", versus="troll", enhanced="she knows its name"),
    d.Act("gil", "climbs", "Acrobatics", target=10, impaired="wet stone"),
    d.BeginRound(versus="troll"),
    d.CallSave(("sam",), "DEX", "the net", versus="troll", enhanced="she saw it", opposing="STR"),
    d.CallMorale(("troll",), "the tide turns", impaired="its kin are dead"),
    d.Harm(("tor",), "12", "a boulder", place="head"),
    s.SetScore("tor", "Stamina", 3, why="he has slept", was=2),
    s.SetTrait("tor", "shield", "1", "it split"),
    s.AddCondition("courier", "weapon out", about="cannon", why="it jammed"),
    s.EndCondition("courier", "weapon out", about="cannon"),
    s.SetSkill("tor", "Melee", 5, "a lesson learned"),
    s.Place("tor", "yard", "he was there all along"),
    s.Engage("gil", ("orc",), "they are still at it"),
    s.Crew("courier", "tor", "gunner", why="he changes seats"),
    Rolled(4, "troll", "opposed", "d6", 4),
    o.CheckRolled(
        "gil",
        "Acrobatics",
        "2d20",
        (18, 9),
        8,
        10,
        False,
        "action",
        bonus=-1,
        least=True,
        partial=True,
        versus="orc",
        modifier="impaired",
        grounds=(o.Ground("impaired", "attacked"),),
        why="the wall",
    ),
    o.PhaseBegan("melee"),
    o.PhaseEnded("melee", (4, 7)),
    o.ContestFormed((("orc",), ("gil", "tor")), "yard"),
    o.ContestRolled(
        "orc", "Melee", "d20", (9,), 13, 4, "enhanced", (o.Ground("enhanced", "from above"),)
    ),
    o.ContestDecided("orc", "gil", 5, "the natural roll"),
    o.EngagementBegan("orc", ("gil", "tor")),
    o.EngagementEnded("gil", "disengaged"),
    o.DamageDealt("tor", 21, 5, 16, "archer", "longbow", multiplier=3, place="torso"),
    o.ConditionBegan("sam", "exposed", about="troll", due=40),
    o.ConditionEnded("sam", "exposed", about="troll"),
    o.MoraleShaken("foes", "critical damage", "troll"),
    o.MoraleTested("foes", ("critical damage",), "troll"),
)
