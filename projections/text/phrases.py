"""The table from event types to their words; the phrase of one event (“Ada attacks Wolf”), and the
report of a command, which is read out at the table.

Log, report, redacted view and replay page share `WORDINGS`. The entries stand beside the functions
they name: in `declaration_phrases`, in `outcome_phrases` (with `roll_phrases`), and for events
about the log itself here (with `correction_phrases`).
"""

from __future__ import annotations

from collections.abc import Iterable

from events.types import (
    commitments as k,
    declarations as d,
    keys as p,
    log_events as h,
    outcomes as o,
)
from events.types.rolls import Rolled
from events.types.unions import AnyEvent
from projections.state.fight_state import FightState
from projections.text import (
    correction_phrases as corrected,
    declaration_phrases as said,
    roll_phrases as rolled,
)
from projections.text.outcome_phrases import OUTCOMES
from projections.text.report_lines import (
    ReportLines,
    Wording,
    bars_action,
    leave_unreported,
    make_template_phrase,
)
from projections.text.words import Words, format_minus, format_reason


def describe_event(event: AnyEvent, state: FightState) -> str:
    """Return the phrase of an event, with the names and terms of this state."""
    return WORDINGS[type(event)].phrase(event, Words(state)) + describe_overruling(event)


def describe_with_dice(event: AnyEvent, state: FightState, dice: str) -> str:
    """Return the phrase of a declaration with the dice it will throw, in brackets. They stand at
    the end; in an attack with a risk, behind the weapon."""
    dice = format_minus(dice)
    if isinstance(event, d.Attack) and event.risk is not None:
        return said.describe_attack(event, Words(state), dice) + describe_overruling(event)
    return describe_event(event, state) + (f" ({dice})" if dice else "")


def describe_overruling(event: AnyEvent) -> str:
    """Return “ (overruling: in haste)”, or nothing."""
    overrule = getattr(event, "overrule", "")
    return f" (overruling: {overrule})" if overrule else ""


def _describe_note(e: h.Noted, w: Words) -> str:
    return "a note that was erased" if e.erased else f"note: {e.text}"


def _note_stand_in(e: h.Noted, w: Words) -> tuple[str, dict[str, str]]:
    return "veiled.note", {}


_KEYS = {"first": "a key", "again": "another key", "also": "one more key"}

LOG_EVENTS: dict[type, Wording] = {
    h.HeadMoved: Wording(make_template_phrase("the head moves"), playback="skip"),
    h.Noted: Wording(_describe_note, stand_in=_note_stand_in),
    h.BranchNamed: Wording(make_template_phrase("the branch that ends in #{tip} is called {name}")),
    h.CampaignTitled: Wording(
        make_template_phrase("the campaign is called {title}"), playback="skip"
    ),
    h.Salted: Wording(make_template_phrase("salt for the dice: {salt}")),
    h.Sealed: Wording(
        lambda e, w: f"new sealed dice ({e.sealed[:12]}…)", leave_unreported, playback="skip"
    ),
    h.SecretRevealed: Wording(
        lambda e, w: f"the secret of the dice: {e.secret[:12]}…", leave_unreported, playback="skip"
    ),
    k.Closed: Wording(make_template_phrase("the dice are closed")),
    k.SecretOpened: Wording(
        lambda e, w: f"the secret of epoch {e.epoch}: {e.secret[:12]}…",
        leave_unreported,
        playback="skip",
    ),
    k.Anchored: Wording(lambda e, w: f"new sealed dice ({e.anchor[:12]}…){format_reason(e.why)}"),
    k.ChainBound: Wording(make_template_phrase("{person}'s phone joins the dice"), playback="skip"),
    k.DiceAsked: Wording(lambda e, w: f"phones are asked for dice: {len(e.dice)}", playback="skip"),
    k.LinksGiven: Wording(make_template_phrase("phones answer #{asked}"), playback="skip"),
    k.PhoneLeft: Wording(make_template_phrase("a phone takes no more part in the dice")),
    p.KeyBound: Wording(lambda e, w: f"{_KEYS[e.how]} speaks for {e.person} now"),
    p.KeyRevoked: Wording(
        lambda e, w: f"key {e.key[:8]}… speaks for nobody any more{format_reason(e.why)}"
    ),
    p.Witnessed: Wording(make_template_phrase("this head was seen"), playback="skip"),
    p.Upgraded: Wording(make_template_phrase("copied from format {format}, {events} events")),
    h.RulesChanged: Wording(lambda e, w: f"{e.game.name}, version {e.game.version}, from here on"),
    h.Corrected: Wording(corrected.describe_corrected),
    h.Skipped: Wording(
        lambda e, w: corrected.describe_skipped(e, describe_event(e.input, w.state))
    ),
    h.Spared: Wording(corrected.describe_spared, playback="skip"),
}
"""The words of events about the log itself, by type."""

WORDINGS: dict[type, Wording] = {
    **said.DECLARATIONS,
    **said.STATEMENTS,
    Rolled: Wording(rolled.describe_die),
    **OUTCOMES,
    **LOG_EVENTS,
}
"""The words of every event, by type."""


def report_events(
    events: Iterable[AnyEvent], state: FightState, before: FightState | None = None
) -> list[str]:
    """Return the lines of these events, with the names of `state`, which is the one after them.
    `before` is the state before them: it tells which conditions were there to end."""
    every = list(events)
    was = before.combatants.values() if before is not None else ()
    barred = {
        (one.id, each.name) for one in was for each in one.conditions if bars_action(each.bars)
    }
    tested = {
        each.who
        for each in every
        if isinstance(each, o.SaveRolled | o.CheckRolled) and each.purpose == "morale"
    }
    lines = ReportLines(state, barred, tested)
    harm = _find_harm_in_damage(every)
    for event in every:
        if isinstance(event, Rolled):
            if event.purpose != "harm" or (event.by, event.face) not in harm:
                lines.add_die(event)
            continue
        lines.end_dice()
        if add := WORDINGS[type(event)].report:
            add(event, lines)
        else:
            lines.say(describe_event(event, state))
    lines.end()
    return lines.lines


def _find_harm_in_damage(events: list[AnyEvent]) -> set[tuple[str, int]]:
    """Return the dice of harm (roller, face) that the line on the damage shows already."""
    thrown = [each.by for each in events if isinstance(each, Rolled) and each.purpose == "harm"]
    return {
        (each.to, each.rolled)
        for each in events
        if isinstance(each, o.DamageDealt) and not each.by and thrown.count(each.to) == 1
    }
