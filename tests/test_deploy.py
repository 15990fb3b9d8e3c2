"""The files of `deploy/` say what is so, have nobody's password, and give nobody more rights than
it needs."""

from __future__ import annotations

import re
import stat
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from combatlog.terminal.cli.serve import serve_command

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
IMAGE = (DEPLOY / "Containerfile").read_text("utf-8")
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
OURS = ("migrate", "one", "two")


def read_instructions(name: str) -> list[str]:
    """Return what stands behind an instruction of the Containerfile, each on a line."""
    joined = re.sub(r"\\\n *", " ", IMAGE)
    return [line.partition(" ")[2] for line in joined.splitlines() if line.startswith(f"{name} ")]


def test_the_versions_are_the_projects() -> None:
    """In the label of the image and in its name; and its Python is one that the project needs."""
    version = PROJECT["project"]["version"]
    assert f'image.version="{version}"' in IMAGE
    assert {f"combatlog:{version}"} == {COMPOSE["services"][name]["image"] for name in OURS}
    (python,) = (text.partition("=")[2] for text in read_instructions("ARG"))
    assert f"Programming Language :: Python :: {python}" in PROJECT["project"]["classifiers"]
    assert all("python:${PYTHON}-slim" in each for each in read_instructions("FROM"))


def test_the_image_has_the_program_and_nothing_else() -> None:
    """What is copied from the project are the packages and what their build needs; so no password
    beside them gets in."""
    copied = [each.split() for each in read_instructions("COPY") if not each.startswith("--from")]
    sources = {source for each in copied for source in each[:-1]}
    packages = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    assert {*packages, "examples", "pyproject.toml", "README.md", "LICENSE"} == sources
    assert all((ROOT / source).exists() for source in sources)
    ignored = (DEPLOY / "Containerfile.dockerignore").read_text("utf-8").split("\n")
    assert "*" in ignored
    assert sources == {each[1:] for each in ignored if each.startswith("!")}
    extras = re.search(r'pip install .*"\.\[([\w,]+)\]"', IMAGE)
    assert extras and {*extras[1].split(",")} <= {*PROJECT["project"]["optional-dependencies"]}


def test_the_image_runs_as_a_user_without_rights() -> None:
    """Not as root, with a number, which an orchestrator can check."""
    last = read_instructions("USER")[-1]
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", last)
    assert IMAGE.rindex("\nUSER ") < IMAGE.rindex("\nENTRYPOINT ")
    assert ["SIGTERM"] == read_instructions("STOPSIGNAL")
    for name in OURS:
        service = COMPOSE["services"][name]
        assert (last, True, ["ALL"]) == (service["user"], service["read_only"], service["cap_drop"])
        assert ["no-new-privileges:true"] == service["security_opt"]
        assert "privileged" not in service and "ports" not in service


def test_settings_are_options() -> None:
    """Each variable of combatlog's is an option of `serve`."""
    known = {f"COMBATLOG_SERVE_{each.name}".upper() for each in serve_command.params}
    named = set(re.findall(r"\bCOMBATLOG_\w+", IMAGE + (DEPLOY / "compose.yaml").read_text()))
    assert len(named) > 8
    assert set() == named - known - {"COMBATLOG_CAMPAIGN", "COMBATLOG_BY"}


def test_no_password_is_written_down() -> None:
    """Each comes from outside, and without it nothing starts. No command line has one."""
    for service in COMPOSE["services"].values():
        assert "password" not in " ".join(service.get("command", [])).lower()
        for name, value in service.get("environment", {}).items():
            if "PASSWORD" in name:
                assert re.fullmatch(r"\$\{[A-Z_]+:\?[^}]+\}", value), name
            assert not re.search(r"//[^/@]*:[^/@]*@", str(value)), name
    text = "".join(each.read_text("utf-8") for each in DEPLOY.iterdir() if each.name != ".env")
    assert not re.search(r"(?i)docker login|auth[s]?\"?:|token\s*[:=]|registry_", text)
    assert "deploy/.env" in (ROOT / ".gitignore").read_text()


def test_each_service_has_time_to_end() -> None:
    """To drain, to answer, and to be ended by itself; the database is there before its tables."""
    drain = int(re.search(r"COMBATLOG_SERVE_DRAIN=(\d+)", IMAGE)[1])  # type: ignore[index]
    (grace,) = (each.default for each in serve_command.params if each.name == "grace")
    assert isinstance(grace, int)
    for name in ("one", "two"):
        service = COMPOSE["services"][name]
        assert int(service["stop_grace_period"].removesuffix("s")) >= drain + grace + 15
        migrated = {"condition": "service_completed_successfully"}
        assert migrated == service["depends_on"]["migrate"]
    assert ["migrate"] == [*COMPOSE["services"]["one"]["depends_on"]], "it makes the link"
    assert {"condition": "service_healthy"} == COMPOSE["services"]["two"]["depends_on"]["one"]
    assert "restart" in COMPOSE["services"]["one"]


def test_what_is_mounted_is_there() -> None:
    """Files of this folder, read-only; and volumes that the file names."""
    mounted: list[Any] = []
    for service in COMPOSE["services"].values():
        mounted += [each.split(":") for each in service.get("volumes", [])]
    assert len(mounted) > 3
    for source, *rest in mounted:
        if source.startswith("./"):
            assert (DEPLOY / source).is_file() and rest[-1] == "ro"
        else:
            assert source in COMPOSE["volumes"]
    assert (DEPLOY / "roles.sh").stat().st_mode & stat.S_IXUSR
    assert 0 == subprocess.run(["sh", "-n", str(DEPLOY / "roles.sh")]).returncode


@pytest.mark.parametrize("name", ["one", "two"])
def test_the_proxy_knows_each_server(name: str) -> None:
    """And asks whether it is ready, at a path that there is."""
    from combatlog.server.health import READY

    assert f"{name}:8642" in COMPOSE["services"]["proxy"]["environment"]["TABLES"].split()
    assert f"health_uri {READY}\n" in (DEPLOY / "Caddyfile").read_text()
    address = COMPOSE["services"]["proxy"]["networks"]["inside"]["ipv4_address"]
    assert address == COMPOSE["services"][name]["environment"]["FORWARDED_ALLOW_IPS"]
