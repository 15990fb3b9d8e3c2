"""Debian's packages that tests need: finding what is installed, and installing it in CI.

Nothing is installed unless `COMBATLOG_REQUIRE_SERVICES` is 1. Then tests that need a service fail
without it; otherwise they are skipped with the reason.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, NoReturn, TypeVar

import pytest

REQUIRED = "COMBATLOG_REQUIRE_SERVICES"
"""Set to 1 where services are installed, and no test may be skipped for want of one."""

WITHOUT_APACHE = ("apache2-", "apache2-bin-")
"""Packages that are never installed: PHP's own server serves the pages."""

Service = TypeVar("Service")


class Unavailable(Exception):
    """This machine cannot have the service; the message says why."""


class Software(NamedTuple):
    """A wiki as Debian has it: its packages, its folder, the PHP modules it needs, and the answers
    that debconf is given before the installation."""

    name: str
    packages: tuple[str, ...]
    root: Path
    modules: frozenset[str]
    answers: str = ""


def start_or_skip(start: Callable[[Path], Service], data: Path) -> Service:
    """Start a service with its data in a folder; skip or fail the test where that is impossible."""
    try:
        return start(data)
    except Unavailable as reason:
        skip_or_fail(str(reason))


def skip_or_fail(reason: str) -> NoReturn:
    """Skip the test for want of a service, or fail it where services are required."""
    if _are_required():
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


def find_or_install(software: Software) -> Path:
    """Return the folder of a wiki's program; install it first where services are required.

    Several test processes may ask at once: one installs, the others wait. Raises `Unavailable`.
    """
    if not _is_installed(software):
        install(software.name, software.packages, software.answers)
    if not _is_installed(software):
        raise Unavailable(f"{software.name} was installed, and is not in {software.root}.")
    return software.root


def install(name: str, packages: Sequence[str], answers: str = "") -> None:
    """Install packages with apt-get. Raises `Unavailable` where they may not or cannot be."""
    if not _are_required():
        raise Unavailable(f"{name} is not installed (on Debian: apt-get install {packages[0]}).")
    if shutil.which("apt-get") is None:
        raise Unavailable(f"{name} is not installed, and there is no apt-get to install it.")
    if os.geteuid() != 0:
        raise Unavailable(f"{name} is not installed, and only root may install it.")
    with open(Path(tempfile.gettempdir()) / "combatlog-tests-packages.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        _apt_get(name, packages, answers)


def _are_required() -> bool:
    return os.environ.get(REQUIRED) == "1"


def _is_installed(software: Software) -> bool:
    if not software.root.is_dir() or shutil.which("php") is None:
        return False
    modules = subprocess.run(["php", "-m"], capture_output=True, text=True).stdout.split()
    return software.modules <= set(modules)


def _apt_get(name: str, packages: Sequence[str], answers: str) -> None:
    # At run level 1 no package starts a daemon of its own.
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    if answers and shutil.which("debconf-set-selections"):
        subprocess.run(["debconf-set-selections"], input=answers, text=True, env=quiet)
    patient = ["-qq", "-o", "DPkg::Lock::Timeout=600"]
    install = ["install", "-y", "--no-install-recommends", "-o", "Dpkg::Use-Pty=0"]
    for command in (["update"], [*install, *packages, *WITHOUT_APACHE]):
        done = subprocess.run(
            ["apt-get", *patient, *command], capture_output=True, text=True, env=quiet
        )
        if done.returncode:
            raise Unavailable(f"{name} could not be installed: {done.stderr.strip()[-800:]}")
