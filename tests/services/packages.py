"""Debian's packages of the wikis: are they there, and if not, can they be installed?"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple

WITHOUT_APACHE = ("apache2-", "apache2-bin-")
"""What is never installed: PHP's own server serves the pages."""


class Unavailable(Exception):
    """This machine cannot have the wiki; the message says why."""


class Software(NamedTuple):
    """A wiki as Debian has it: its packages, a file of it, the modules of PHP that it needs, and
    what debconf is told before."""

    name: str
    packages: tuple[str, ...]
    root: Path
    modules: frozenset[str]
    answers: str = ""


def installed(software: Software) -> Path:
    """The folder of the wiki's program, installed first where it is missing.

    Several test sessions may ask at once: one installs, the others wait. Raises `Unavailable`.
    """
    if not _is_there(software):
        _may_install(software)
        with open(Path(tempfile.gettempdir()) / "combatlog-tests-packages.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not _is_there(software):
                _install(software)
    return software.root


def _is_there(software: Software) -> bool:
    if not software.root.is_dir() or shutil.which("php") is None:
        return False
    modules = subprocess.run(["php", "-m"], capture_output=True, text=True).stdout.split()
    return software.modules <= set(modules)


def _may_install(software: Software) -> None:
    if shutil.which("apt-get") is None:
        raise Unavailable(f"{software.name} is not installed, and there is no apt-get to get it.")
    if os.geteuid() != 0:
        raise Unavailable(f"{software.name} is not installed, and only root may install it.")


def _install(software: Software) -> None:
    # At run level 1 no package starts a daemon of its own.
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    if software.answers and shutil.which("debconf-set-selections"):
        subprocess.run(["debconf-set-selections"], input=software.answers, text=True, env=quiet)
    patient = ["-qq", "-o", "DPkg::Lock::Timeout=600"]
    install = ["install", "-y", "--no-install-recommends", "-o", "Dpkg::Use-Pty=0"]
    for rest in (["update"], [*install, *software.packages, *WITHOUT_APACHE]):
        done = subprocess.run(
            ["apt-get", *patient, *rest], capture_output=True, text=True, env=quiet
        )
        if done.returncode:
            told = done.stderr.strip()[-800:]
            raise Unavailable(f"{software.name} could not be installed: {told}")
    if not _is_there(software):
        raise Unavailable(f"{software.name} was installed, and is not in {software.root}.")
