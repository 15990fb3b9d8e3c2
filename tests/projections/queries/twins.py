"""A fight's twin: the same dice and outcomes, but other numbers of those whom players do not know.

Players must read the same of both: a difference reveals a hidden number.
"""

from __future__ import annotations

import re
from typing import Any

from msgspec.structs import replace

from combatlog.app.campaign import Campaign
from combatlog.app.fight import Fight
from events.serialization.codec import encode
from events.store.envelope import GENESIS, Row, compute_digest
from events.store.memory import MemoryStore
from events.types import declarations as d, outcomes as o, statements as s
from events.types.log_events import BranchNamed, Corrected, HeadMoved, Noted, Skipped
from events.types.rolls import Rolled
from events.types.sheets import Sheet, Weapon
from events.types.unions import AnyEvent
from projections.queries.visibility import sees_numbers
from replay.corrections.plan import Correction, Rulings
from replay.log.event_log import History
from replay.log.line_inputs import Input

TIMES, MORE = 3, 2
"""By how much a twin's scores are multiplied (so that everybody is as badly hurt as before), and
what is added to other numbers."""

LURKER = "Lurker"
"""A stranger who joins to be taken back."""

TOLD = "{} has 77"

_FLAT = re.compile(r"([+-]\d+)?$")


def twin(campaign: Campaign, fight: str, harder: bool = False) -> Campaign:
    """Return the twin of a fight, in a campaign of its own.

    With `harder`, blows deal more and the armor of strangers absorbs more. (The dice beside the
    damage reveal that.)
    """
    history = History(campaign.store.read(fight))
    other = _Other(history, MORE if harder else 0)
    rows: list[Row] = []
    for row in campaign.store.rows(fight):
        changed = replace(row, body=encode(other.row(row.seq)))
        before = rows[-1].digest if rows else GENESIS
        rows.append(replace(changed, digest=compute_digest(before, fight, changed)))
    store = MemoryStore()
    store.adopt(fight, rows)
    return Campaign(store)


def take_back(fight: Fight) -> None:
    """Take back, bring back and correct something hidden in every way there is, then something
    open, with a reason each time; at the end other lines are current than when it was said."""
    if fight.state.awaited:
        fight.undo()
    joins = (row.event for row in fight.history.rows if isinstance(row.event, d.Join))
    sheet = next(join.sheet for join in joins if join.sheet.kind == "npc")
    lurker = replace(sheet, id="lurker", name=LURKER, side="foes")
    for sheet in (lurker, replace(lurker, id="helper", name="Helper", kind="pc", side="party")):
        at = fight.declare(d.Join(sheet))[0].seq
        why = TOLD.format(LURKER) if sheet.kind == "pc" else "miscounted"
        fight.note(f"{sheet.name} is tired")
        fight.undo(1, why)
        fight.redo(1, why)
        tip = next(each.name for each in fight.list_branches() if each.current)
        fight.rewind(at - 1, why)
        fight.declare(d.Join(replace(sheet, name=f"{sheet.name} too")))
        fight.switch(tip, why)
        fight.name_branch(tip, f"{TOLD.format(LURKER)} {sheet.id}")
        other = replace(sheet, armor=sheet.armor + 1)
        for correction in (
            Correction("amend", at, why, (d.Join(other),)),
            Correction("strike", at, why),
            Correction("insert", at, why, (d.Join(replace(sheet, name="Third", id="third")),)),
            Correction("amend", at, why, (d.Join(other),), apart=True),
        ):
            fight.correct(fight.plan_correction(correction, Rulings(), [], True))
            fight.undo(1, why)
            fight.redo(1, why)
            fight.undo(1, why)
            if correction.apart:
                fight.redo(1, why)
    fight.rewind(at - 1)


def strangers(history: History) -> set[str]:
    """Return the ids of everybody whose numbers players never know."""
    found: set[str] = set()
    known: set[str] = set()
    for row in history.rows:
        for one in history.state(row.seq).combatants.values():
            is_known = sees_numbers(history.state(row.seq), one.id, "players")
            (known if is_known else found).add(one.id)
    return found - known


class _Other:
    """Makes the events of a twin."""

    def __init__(self, history: History, harder: int) -> None:
        self._history = history
        self._harder = harder
        self._strangers = strangers(history)
        started = history[1].event
        assert isinstance(started, d.FightStarted)
        self._adds = started.game.rules == "paraverse"  # elsewhere what is rolled is the damage
        names = {row.event.sheet.name for row in history.rows if isinstance(row.event, d.Join)}
        self._names = re.compile("(" + "|".join(map(re.escape, sorted(names, reverse=True))) + ")")
        inputs = [row for row in history.rows if isinstance(row.event, Input)]
        changed = {row.seq for row in inputs if self.event(row.event) != row.event}
        self._reasons: set[int] = set()
        for row in history.rows:
            if isinstance(row.event, HeadMoved | Corrected):
                touched = {each.seq for each in history.on_line(history.position(row.seq - 1))}
                touched ^= {each.seq for each in history.on_line(history.position(row.parent))}
                if isinstance(row.event, Corrected):
                    touched |= {row.event.input, row.seq + 1}
                if touched & changed:
                    self._reasons.add(row.seq)

    def row(self, seq: int) -> AnyEvent:
        """Return an event of the log; the reason of a move or correction that concerns something
        hidden changes as well, and a number told beside a stranger's name."""
        event = self._history[seq].event
        if isinstance(event, HeadMoved | Corrected) and seq in self._reasons:
            return replace(event, why=f"{event.why}, for it has 99")
        if isinstance(event, HeadMoved | Corrected) and TOLD.format(LURKER) in event.why:
            return replace(event, why=f"{event.why}9")
        return self.event(event)

    def event(self, event: AnyEvent) -> AnyEvent:
        """Return an event with other numbers of strangers."""
        match event:
            case Noted():
                return replace(event, text=f"{event.text} and it is secret")
            case BranchNamed(name=name) if TOLD.format(LURKER) in name:
                return replace(event, name=f"{name}9")
            case Skipped():
                return replace(event, input=self.event(event.input))
            case d.Join(sheet=sheet) if sheet.id in self._strangers:
                return replace(event, sheet=_sheet(sheet))
            case o.CheckRolled() | o.ContestDecided() | o.AttackRolled() | o.DamageDealt():
                return self._of_two(event)
        who = getattr(event, "who", "")
        if not isinstance(who, str) or who not in self._strangers or isinstance(event, Rolled):
            return event
        return self._of_one(event)

    def _of_two(self, event: Any) -> AnyEvent:
        own = self._strangers
        match event:
            case o.CheckRolled(who=who, versus=versus):
                if who in own and event.faces:
                    event = replace(event, bonus=event.bonus + MORE, value=event.value + MORE)
                if {who, versus} & own and event.faces:
                    event = replace(event, against=event.against + MORE)
            case o.ContestDecided(winner=winner, loser=loser) if {winner, loser} & own:
                if "critical" not in event.why:
                    event = replace(event, margin=event.margin + MORE)
            case o.AttackRolled(by=by) if by in own and self._adds:
                event = replace(event, dice=_more(event.dice), value=event.value + MORE)
            case o.DamageDealt(to=to) if to in own:
                armor = event.armor + MORE if event.armor or self._harder else 0
                event = replace(event, armor=armor, rolled=event.rolled + self._harder)
        return event  # type: ignore[no-any-return]

    def _of_one(self, event: Any) -> AnyEvent:
        match event:
            case o.ScoreChanged() | o.MaximumChanged():
                return replace(event, was=event.was * TIMES, now=event.now * TIMES)
            case s.SetScore():
                fields = ("now", "maximum", "was")
                said = {name: getattr(event, name) for name in fields}
                return replace(event, **{k: v * TIMES for k, v in said.items() if v is not None})
            case o.SaveRolled():
                return replace(event, against=event.against * TIMES)
            case o.ContestRolled():
                return replace(event, bonus=event.bonus + MORE, value=event.value + MORE)
            case s.SetSkill():
                return replace(event, now=event.now + MORE)
            case s.SetTrait() if event.value.isdigit():
                return replace(event, value=str(int(event.value) + MORE))
            case s.Arm():
                return replace(event, weapon=_weapon(event.weapon))
            case o.EffectTold():
                return replace(event, text=self._digits(event.text))
            case o.MoraleShaken():
                return replace(event, ground=self._digits(event.ground))
            case o.MoraleTested():
                return replace(event, grounds=tuple(map(self._digits, event.grounds)))
        return event  # type: ignore[no-any-return]

    def _digits(self, text: str) -> str:
        """Change the digits of a text, but not those in names."""
        parts = self._names.split(text)
        return "".join(
            part if at % 2 else re.sub(r"\d", lambda digit: str((int(digit[0]) + 1) % 10), part)
            for at, part in enumerate(parts)
        )


def _sheet(sheet: Sheet) -> Sheet:
    return replace(
        sheet,
        scores={name: number * TIMES for name, number in sheet.scores.items()},
        maxima={name: number * TIMES for name, number in sheet.maxima.items()},
        skills={name: number + MORE for name, number in sheet.skills.items()},
        weapons=tuple(map(_weapon, sheet.weapons)),
        armor=sheet.armor + MORE,
        shield=sheet.shield + MORE,
    )


def _weapon(weapon: Weapon) -> Weapon:
    return replace(weapon, dice=_more(weapon.dice))


def _more(dice: str) -> str:
    """Return dice with another flat bonus."""
    flat = _FLAT.search(dice)
    assert flat is not None
    number = int(flat[0] or 0) + MORE
    return f"{dice[: flat.start()]}{number:+d}" if number else dice[: flat.start()]
