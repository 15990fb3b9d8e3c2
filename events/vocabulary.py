"""Every event there is, by kind: what the codec reads.

Written as `A | B`, so that `isinstance` takes them and the type checker narrows.
"""

from __future__ import annotations

from typing import TypeAlias, get_args

from events.declarations import (
    Act,
    Aid,
    Attack,
    BeginRound,
    Burden,
    CallSave,
    ChooseDice,
    EndFight,
    FightStarted,
    Harm,
    Join,
    Move,
    PassTime,
    Recover,
    Resolve,
    Rest,
    Retreat,
    Special,
    TakeOver,
)
from events.history import (
    BranchNamed,
    HeadMoved,
    Noted,
    RulesChanged,
    Sealed,
    SecretRevealed,
)
from events.outcomes import (
    Acted,
    Aided,
    AttackRolled,
    Awaited,
    ClockAdvanced,
    ConditionBegan,
    ConditionEnded,
    ControlPassed,
    DamageDealt,
    Died,
    EffectTold,
    Lapsed,
    Left,
    MaximumChanged,
    MoraleShaken,
    MoraleTested,
    Moved,
    Overruled,
    Rested,
    RoundBegan,
    RoundEnded,
    SaveRolled,
    ScoreChanged,
    TargetsCounted,
    TurnBegan,
    TurnEnded,
    WoundClosed,
    WoundTaken,
    WoundTended,
)
from events.rolls import Rolled
from events.statements import (
    AddCondition,
    Arm,
    Disarm,
    EndCondition,
    HandOver,
    Kill,
    Remove,
    Rename,
    Return,
    Revive,
    SetScore,
    SetTrait,
)

TurnAction: TypeAlias = Attack | Move | Aid | Retreat | Special | Act
"""What a combatant does on its turn: declared first, resolved with its side."""

Statement: TypeAlias = (
    SetScore
    | SetTrait
    | AddCondition
    | EndCondition
    | Kill
    | Revive
    | Remove
    | Return
    | Rename
    | HandOver
    | Arm
    | Disarm
)

Declaration: TypeAlias = (
    FightStarted
    | Join
    | TurnAction
    | Resolve
    | BeginRound
    | CallSave
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

Outcome: TypeAlias = (
    Overruled
    | Awaited
    | RoundBegan
    | RoundEnded
    | TurnBegan
    | TurnEnded
    | ClockAdvanced
    | SaveRolled
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

Historic: TypeAlias = HeadMoved | Noted | BranchNamed | Sealed | SecretRevealed | RulesChanged

AnyEvent: TypeAlias = Declaration | Rolled | Outcome | Historic

OUTCOMES: tuple[type, ...] = get_args(Outcome)
EVENTS: tuple[type, ...] = get_args(AnyEvent)
