"""The public names of combatlog, and where each is defined. `__init__.py` reads this list."""

from combatlog.app.campaign import Campaign as Campaign, create as create, open as open
from combatlog.app.fight import Fight as Fight
from combatlog.app.results import Result as Result, Step as Step
from combatlog.app.session import Session as Session
from events.errors import (
    CampaignError as CampaignError,
    CombatlogError as CombatlogError,
    Conflict as Conflict,
    Damaged as Damaged,
    KeyReused as KeyReused,
    NewerCampaign as NewerCampaign,
    NoCampaign as NoCampaign,
    NotACampaign as NotACampaign,
    Refused as Refused,
    Replaced as Replaced,
    Unanswered as Unanswered,
    Unreadable as Unreadable,
    Unwritable as Unwritable,
)
from events.store.envelope import Recorded as Recorded
from events.store.memory import MemoryStore as MemoryStore
from events.store.protocol import Store as Store
from events.types.base import Game as Game
from events.types.commitments import (
    Anchored as Anchored,
    AskedDraw as AskedDraw,
    AskedLink as AskedLink,
    ChainBound as ChainBound,
    Closed as Closed,
    DiceAsked as DiceAsked,
    LinksGiven as LinksGiven,
    PhoneLeft as PhoneLeft,
    SecretOpened as SecretOpened,
)
from events.types.declarations import (
    Act as Act,
    Aid as Aid,
    Aim as Aim,
    Area as Area,
    Attack as Attack,
    BeginRound as BeginRound,
    Burden as Burden,
    CallMorale as CallMorale,
    CallSave as CallSave,
    ChooseDice as ChooseDice,
    Disengage as Disengage,
    EndFight as EndFight,
    FightStarted as FightStarted,
    Harm as Harm,
    Join as Join,
    Manoeuvre as Manoeuvre,
    Move as Move,
    PassTime as PassTime,
    Recover as Recover,
    Resolve as Resolve,
    Rest as Rest,
    Retreat as Retreat,
    Risk as Risk,
    Special as Special,
    TakeOver as TakeOver,
    Treat as Treat,
)
from events.types.keys import (
    KeyBound as KeyBound,
    KeyRevoked as KeyRevoked,
    Upgraded as Upgraded,
    Witnessed as Witnessed,
)
from events.types.log_events import (
    BranchNamed as BranchNamed,
    CampaignTitled as CampaignTitled,
    Corrected as Corrected,
    HeadMoved as HeadMoved,
    Noted as Noted,
    RulesChanged as RulesChanged,
    Salted as Salted,
    Sealed as Sealed,
    SecretRevealed as SecretRevealed,
    Skipped as Skipped,
    Spared as Spared,
    UnusedDie as UnusedDie,
)
from events.types.outcomes import (
    Acted as Acted,
    Aided as Aided,
    AttackRolled as AttackRolled,
    Awaited as Awaited,
    CheckRolled as CheckRolled,
    ClockAdvanced as ClockAdvanced,
    ConditionBegan as ConditionBegan,
    ConditionEnded as ConditionEnded,
    ContestDecided as ContestDecided,
    ContestFormed as ContestFormed,
    ContestRolled as ContestRolled,
    ControlPassed as ControlPassed,
    DamageDealt as DamageDealt,
    Died as Died,
    EffectTold as EffectTold,
    EngagementBegan as EngagementBegan,
    EngagementEnded as EngagementEnded,
    Ground as Ground,
    Lapsed as Lapsed,
    Left as Left,
    MaximumChanged as MaximumChanged,
    MoraleShaken as MoraleShaken,
    MoraleTested as MoraleTested,
    Moved as Moved,
    Overruled as Overruled,
    PhaseBegan as PhaseBegan,
    PhaseEnded as PhaseEnded,
    Rested as Rested,
    RoundBegan as RoundBegan,
    RoundEnded as RoundEnded,
    SaveRolled as SaveRolled,
    ScoreChanged as ScoreChanged,
    TargetsCounted as TargetsCounted,
    TurnBegan as TurnBegan,
    TurnEnded as TurnEnded,
    WoundClosed as WoundClosed,
    WoundTaken as WoundTaken,
    WoundTended as WoundTended,
)
from events.types.rolls import Asked as Asked, Rolled as Rolled
from events.types.sheets import (
    Condition as Condition,
    Effect as Effect,
    Sheet as Sheet,
    Weapon as Weapon,
    Wound as Wound,
)
from events.types.statements import (
    AddCondition as AddCondition,
    Arm as Arm,
    Crew as Crew,
    Disarm as Disarm,
    EndCondition as EndCondition,
    Engage as Engage,
    HandOver as HandOver,
    Kill as Kill,
    Place as Place,
    Remove as Remove,
    Rename as Rename,
    Return as Return,
    Revive as Revive,
    SetScore as SetScore,
    SetSkill as SetSkill,
    SetTrait as SetTrait,
)
from projections.state.fight_state import Combatant as Combatant, FightState as FightState
from replay.corrections.plan import (
    Correction as Correction,
    CorrectionDie as CorrectionDie,
    CorrectionPlan as CorrectionPlan,
    Rulings as Rulings,
)
from replay.log.event_log import History as History
from rulesets.definitions.roster import parse_roster as parse_roster, read_roster as read_roster
from rulesets.definitions.shipped import load_game as load_game

__version__: str
__all__: list[str]
