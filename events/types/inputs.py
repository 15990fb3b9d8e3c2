"""What a person declares, by kind: actions of a turn, statements, every declaration.

Written as `A | B`, so that `isinstance` accepts them and the type checker narrows.
"""

from __future__ import annotations

from typing import TypeAlias

from events.types.declarations import (
    Act,
    Aid,
    Area,
    Attack,
    BeginRound,
    Burden,
    CallMorale,
    CallSave,
    ChooseDice,
    Disengage,
    EndFight,
    FightStarted,
    Harm,
    Join,
    Manoeuvre,
    Move,
    PassTime,
    Recover,
    Resolve,
    Rest,
    Retreat,
    Special,
    TakeOver,
    Treat,
)
from events.types.statements import (
    AddCondition,
    Arm,
    Crew,
    Disarm,
    EndCondition,
    Engage,
    HandOver,
    Kill,
    Place,
    Remove,
    Rename,
    Return,
    Revive,
    SetScore,
    SetSkill,
    SetTrait,
)

TurnAction: TypeAlias = (
    Attack | Move | Aid | Treat | Retreat | Disengage | Manoeuvre | Special | Act
)
"""What a combatant does in its turn: declared first, resolved with its side."""

Statement: TypeAlias = (
    SetScore
    | SetTrait
    | SetSkill
    | Place
    | Engage
    | Crew
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
