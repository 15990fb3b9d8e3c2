"""Every option of `combatlog serve` can be set in the environment, and what is wrong there is said
under its name."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from combatlog.terminal.cli.main import cli
from combatlog.terminal.cli.serve import serve_command
from tests.combatlog.server.served import make_campaign, serve_table
from tests.services.postgres import Postgres

OPTIONS = [each for each in serve_command.params if isinstance(each, click.Option)]

PAGE = (Path(__file__).parents[3] / "docs" / "operations.md").read_text("utf-8")


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_an_option_is_read_from_the_environment(option: click.Option) -> None:
    """Under its own name behind the command's."""
    name = f"COMBATLOG_SERVE_{option.name}".upper()
    context = click.Context(serve_command, info_name="serve", **serve_command.context_settings)
    assert f"{context.auto_envvar_prefix}_{option.name}".upper() == name
    given = "1" if option.is_flag else "7"
    if option.name == "by":
        name = "COMBATLOG_BY"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(name, given)
        value, source = option.consume_value(context, {})
    assert (given, "ENVIRONMENT") == (value, source.name)
    assert f"`{name}`" in PAGE, "docs/operations.md lists it"


@pytest.mark.parametrize(
    "name, value, why",
    [
        ("COMBATLOG_SERVE_PORT", "http", "not a valid integer"),
        ("COMBATLOG_SERVE_PORT", "70000", "not in the range"),
        ("COMBATLOG_SERVE_DRAIN", "-1", "not in the range"),
        ("COMBATLOG_SERVE_GRACE", "long", "not a valid integer"),
        ("COMBATLOG_SERVE_DEMO", "perhaps", "not a valid boolean"),
    ],
)
def test_what_is_wrong_in_the_environment_is_named_so(name: str, value: str, why: str) -> None:
    """In one sentence."""
    ran = CliRunner().invoke(cli, ["serve"], env={name: value})
    (said,) = [line for line in ran.output.splitlines() if line.startswith("Error: ")]
    assert 2 == ran.exit_code
    assert f"Invalid value for {name}: " in said
    assert why in said


@pytest.mark.slow
def test_a_table_is_served_as_the_environment_says(tmp_path: Path) -> None:
    """The command line says less, and counts more."""
    path = make_campaign(tmp_path)
    said = {"COMBATLOG_CAMPAIGN": str(path), "COMBATLOG_SERVE_PUBLIC_URL": "https://table.example"}
    with serve_table(tmp_path, "--port", "0", environment=said | {"COMBATLOG_SERVE_PORT": "1"}) as (
        served
    ):
        assert served.table_link.startswith("https://table.example/#")
        assert 0 == served.stop()[0]


def test_a_password_on_the_command_line_is_warned_of(
    postgres: Postgres, empty_database: str, tmp_path: Path
) -> None:
    """It is served all the same, by its address as by that in the environment."""
    place = postgres.address(empty_database).replace("table@", "table:s3cret@") + "#nothing"
    words = "Everybody on this machine can read the password"
    for args, environment in (([place], {}), ([], {"COMBATLOG_CAMPAIGN": place})):
        ran = subprocess.run(
            [sys.executable, "-m", "combatlog", "serve", *args],
            capture_output=True, text=True, timeout=60, cwd=tmp_path,
            env={"PATH": "/usr/bin", "PYTHONPATH": str(Path(__file__).parents[3]), **environment},
        )  # fmt: skip
        assert "There is no campaign nothing" in ran.stderr
        assert (words in ran.stderr) == bool(args)
        assert "s3cret" not in ran.stderr + ran.stdout
