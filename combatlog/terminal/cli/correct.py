"""Corrections of the past: previewed, then applied."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from combatlog.terminal.cli.options import F, json_option, print_json, recording_options, why_option
from combatlog.terminal.cli.play import open_session
from combatlog.terminal.views.layout import echo
from events.errors import CombatlogError, KeyReused, Refused

if TYPE_CHECKING:
    from combatlog.app.correction_dialogue import CorrectionDialogue
    from combatlog.app.session import Session
    from replay.corrections.plan import RulingKind


def correction_options(command: F) -> F:
    """Add the options of every correction."""
    for option in (
        click.option(
            "--die",
            "dice",
            multiple=True,
            metavar="[WHO] [DIE] FACE",
            help="A missing die, in the order they are asked for; may be repeated.",
        ),
        click.option("--draw", is_flag=True, help="Draw the missing dice, with --yes."),
        click.option(
            "--conflicts",
            type=click.Choice(["skip", "keep", "stop"]),
            default="skip",
            help="Later inputs that are impossible now are left out (and tried again by later"
            " corrections), kept by overruling, or the fight stops there.",
        ),
        click.option("--keep", multiple=True, type=int, metavar="SEQ", help="Keep this input."),
        click.option("--skip", multiple=True, type=int, metavar="SEQ", help="Skip this input."),
        click.option("--stop", multiple=True, type=int, metavar="SEQ", help="Stop at this input."),
        click.option("--full", is_flag=True, help="Show what changes event by event."),
        click.option("-y", "--yes", is_flag=True, help="Apply it without asking."),
        json_option,
        why_option,
        recording_options,
    ):
        command = option(command)
    return command


@click.command("amend", context_settings={"ignore_unknown_options": True})
@click.argument("seq")
@click.argument("words", nargs=-1)
@correction_options
def amend_command(seq: str, words: tuple[str, ...], **options: Any) -> None:
    """Change something in the past: SEQ is the input or an event it caused, WORDS the declaration
    to take its place, the face of a die, or what changes in it (imp: mud; HP 5)."""
    _correct("amend", seq, words, **options)


@click.command("strike")
@click.argument("seq")
@correction_options
def strike_command(seq: str, **options: Any) -> None:
    """Remove something from the past."""
    _correct("strike", seq, (), **options)


@click.command("insert", context_settings={"ignore_unknown_options": True})
@click.argument("seq")
@click.argument("words", nargs=-1, required=True)
@correction_options
def insert_command(seq: str, words: tuple[str, ...], **options: Any) -> None:
    """Insert something forgotten before event SEQ."""
    _correct("insert", seq, words, **options)


@click.command("what-if", context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, required=True, metavar="[strike|insert] SEQ [WORDS]...")
@correction_options
def what_if_command(words: tuple[str, ...], **options: Any) -> None:
    """Correct the past on a branch of its own; the present line stays as it is."""
    _correct("what-if", "", words, **options)


def _correct(
    verb: str,
    seq: str,
    words: tuple[str, ...],
    *,
    dice: tuple[str, ...],
    draw: bool,
    conflicts: RulingKind,
    keep: tuple[int, ...],
    skip: tuple[int, ...],
    stop: tuple[int, ...],
    full: bool,
    yes: bool,
    as_json: bool,
    why: str,
    campaign: str | None,
    fight: str,
    by: str,
    key: str,
) -> None:
    """Show what a correction changes, with the rulings and dice of the options; then apply it, or
    ask."""
    from combatlog.app.correction_dialogue import CorrectionDialogue, ReasonMissing
    from combatlog.grammar.registry import parse
    from combatlog.terminal.views.correction import encode_recorded, render_recorded
    from combatlog.terminal.views.results import render_result
    from replay.corrections.plan import Rulings

    rulings: tuple[tuple[RulingKind, tuple[int, ...]], ...]
    rulings = (("keep", keep), ("skip", skip), ("stop", stop))
    each = {seq: ruling for ruling, seqs in rulings for seq in seqs}
    reason = f"; why: {why}" if why else ""
    line = " ".join(filter(None, [verb, seq, *words])) + reason
    said = _describe_request(line, dice, draw, conflicts, each)
    with open_session(campaign, fight, by) as at:
        if key and (known := at.fight.find_recorded(key, said)):
            told = at.fight.list_told(known)
            if as_json:
                print_json(encode_recorded(at.fight.history, known) | {"told": list(told)})
            else:
                echo([*render_recorded(at.fight.history, known), *told])
            return
        if key and at.campaign.store.command(key) is not None:
            raise KeyReused(key)
        command = parse(line, at.fight.state)
        assert command is not None, "the line is not empty, so it has a command"
        try:
            result = at.do(command, key, said)
        except ReasonMissing:
            raise Refused("Say why, for the log, with --why.") from None
        if not isinstance(
            at.correcting, CorrectionDialogue
        ):  # the line ended with an exclamation mark
            echo(render_result(at, result))
            return
        proposal = at.correcting.proposal
        proposal.rule_by(Rulings(conflicts, each))
        for supplied in (*dice, *(["roll"] if draw else [])):
            at.say(supplied)
        proposal.check_rulings(each)
        _preview_and_apply(at, at.correcting, full, yes, as_json)


def _describe_request(
    line: str, dice: tuple[str, ...], draw: bool, conflicts: str, each: Mapping[int, str]
) -> str:
    """Return the line with all its options: the request that an idempotency key stands for."""
    options = [f"--die {die}" for die in dice] + (["--draw"] if draw else [])
    options += [f"--conflicts {conflicts}"] if conflicts != "skip" else []
    options += [f"--{ruling} {seq}" for seq, ruling in each.items()]
    return "; ".join([line, *options])


def _preview_and_apply(
    at: Session, correcting: CorrectionDialogue, full: bool, yes: bool, as_json: bool
) -> None:
    """Show the preview; then apply the correction or ask, as the options and the terminal allow."""
    from combatlog.terminal.views.correction import (
        AT_TABLE,
        BY_OPTIONS,
        encode_plan,
        render_preview,
        render_question,
    )
    from combatlog.terminal.views.results import render_result

    plan = correcting.proposal.plan
    ranges = correcting.proposal.estimate()
    asking = sys.stdin.isatty() and not (yes or as_json)
    manner = AT_TABLE if asking else BY_OPTIONS
    if not as_json:
        echo(render_preview(at.fight.history, plan, full, manner, ranges))
        echo([] if yes else render_question(plan, full, manner))
    recorded = {}
    if yes and plan.missing and not plan.draws:
        if as_json:
            print_json(encode_plan(plan, ranges))
        raise Refused(" ".join(render_question(plan, full, BY_OPTIONS)))
    if yes:
        result = at.say("yes")
        if result.refused is not None:
            raise result.refused
        assert result.plan is not None, "a recorded correction has a plan"
        plan, ranges = result.plan, []
        span = [result.rows[0].seq, result.rows[-1].seq]
        recorded = {"recorded": span, "told": list(result.told)}
        echo([] if as_json else render_result(at, result))
    if as_json:
        print_json(encode_plan(plan, ranges) | recorded)
    elif asking:
        _ask_until_settled(at)


def _ask_until_settled(at: Session) -> None:
    """Ask until the correction is applied or dropped. Raises `Refused` where Ctrl-C or the end of
    the input drops it."""
    from combatlog.terminal.views.results import render_result

    while at.correcting is not None:
        try:
            line = click.prompt("", prompt_suffix="› ", default="", show_default=False)
        except click.Abort:
            raise Refused("Stopped: the correction is dropped, and nothing is changed.") from None
        try:
            result = at.say(line)
            lines = render_result(at, result)
        except CombatlogError as error:
            echo([str(error)])
            continue
        echo(lines)
        echo([str(result.refused)] if result.refused is not None else [])
