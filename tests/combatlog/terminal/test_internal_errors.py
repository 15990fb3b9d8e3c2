"""An error inside combatlog: the message says what is certain about what was done."""

from __future__ import annotations

import click
import pytest

from combatlog.terminal.cli.main import COMMANDS, READING, LazyGroup, main

STAYS = "what it recorded before that stays recorded (combatlog log shows it)"
TOLD = dict.fromkeys(READING, "; nothing was recorded by this command.")
TOLD |= {name: f"; {STAYS}." for name in COMMANDS if name not in READING}
TOLD["publish"] = (
    "; pages that were written stay written, and nothing was recorded in the campaign."
)


@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_was_recorded_is_said_only_where_it_is_true(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    @click.command()
    def fail() -> None:
        raise KeyError("x")

    monkeypatch.setattr(LazyGroup, "get_command", lambda group, context, name: fail)
    monkeypatch.delenv("COMBATLOG_TRACEBACK", raising=False)
    with pytest.raises(SystemExit) as left:
        main([command])
    assert 1 == left.value.code
    said = capsys.readouterr().err
    assert said.startswith(f"Something is wrong inside combatlog (KeyError: 'x'){TOLD[command]}")


def test_reading_commands_are_commands() -> None:
    assert set(COMMANDS) >= READING
