"""The command line in processes of their own, without the time an interpreter takes to start.

A server process imports every module of combatlog once and forks for each command. The command has
its own memory, environment, folder and standard streams, and ends as any Python process does.
`python -m tests.support.command_line FD` is the server, on a socket; `run_combatlog` starts it.
"""

from __future__ import annotations

import gc
import json
import os
import pkgutil
import runpy
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]

PACKAGES = ("events", "projections", "rulesets", "replay", "combatlog")

SECONDS = 60
"""How long a command may take before it is ended."""


def run_combatlog(
    *args: str, cwd: Path, stdin: str = "", env: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder and return its exit code and what it printed, as UTF-8.

    Standard input is a pipe. `env` is the whole environment but for `PYTHONUTF8` and `PYTHONPATH`.
    """
    env = {**env, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
    command = [sys.executable, "-m", "combatlog", *args]
    if not hasattr(os, "fork"):
        return subprocess.run(
            command,
            cwd=cwd,
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            env=env,
            timeout=SECONDS,
        )
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        code = _fork(args, cwd, stdin, env, (out.fileno(), err.fileno()))
        out.seek(0)
        err.seek(0)
        return subprocess.CompletedProcess(
            command, code, out.read().decode("utf-8"), err.read().decode("utf-8")
        )


def _fork(
    args: tuple[str, ...], cwd: Path, stdin: str, env: Mapping[str, str], outputs: tuple[int, int]
) -> int:
    """Ask the server for a process, feed it, and return its exit code (minus a signal's number)."""
    server, _ = _server()
    request = json.dumps({"args": args, "cwd": str(cwd), "env": dict(env)}).encode()
    reader, writer = os.pipe()
    socket.send_fds(server, [len(request).to_bytes(4, "big")], [reader, *outputs])
    os.close(reader)
    server.sendall(request)
    feeder = threading.Thread(target=_feed, args=(writer, stdin.encode("utf-8")))
    feeder.start()
    code = int.from_bytes(_received(server, 4), "big", signed=True)
    feeder.join()
    return code


def _feed(writer: int, text: bytes) -> None:
    """Write to a command's standard input, which it need not read."""
    try:
        with os.fdopen(writer, "wb") as pipe:
            pipe.write(text)
    except BrokenPipeError:
        pass


@cache
def _server() -> tuple[socket.socket, subprocess.Popen[bytes]]:
    """Start the server of this process. It ends when the socket closes, with this process."""
    ours, its = socket.socketpair()
    with its:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.command_line", str(its.fileno())],
            pass_fds=[its.fileno()],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
        )
    return ours, process


def _received(connection: socket.socket, size: int) -> bytes:
    """Receive exactly so many bytes, or none at the end; raise `ConnectionError` in between."""
    received = b""
    while len(received) < size:
        part = connection.recv(size - len(received))
        if not part:
            raise ConnectionError("the other end is gone")
        received += part
    return received


def _serve(connection: socket.socket) -> None:
    """Fork for each request. Returns in the forked process alone, ready to run the command."""
    while True:
        size, streams, _, _ = socket.recv_fds(connection, 4, 3)
        if not size:
            sys.exit()
        request = json.loads(_received(connection, int.from_bytes(size, "big")))
        process = os.fork()
        if not process:
            connection.close()
            _become(request, streams)
            return
        for stream in streams:
            os.close(stream)
        code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
        connection.sendall(code.to_bytes(4, "big", signed=True))


def _become(request: Mapping[str, Any], streams: list[int]) -> None:
    """Take on the folder, environment, arguments and streams of a command."""
    signal.alarm(SECONDS)
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(request["cwd"])
    os.environ.clear()
    os.environ.update(request["env"])
    sys.argv[1:] = request["args"]


def _import_everything() -> None:
    for package in PACKAGES:
        for module in pkgutil.walk_packages([str(ROOT / package)], f"{package}."):
            if not module.name.endswith("__main__"):
                import_module(module.name)


if __name__ == "__main__":
    _import_everything()
    gc.freeze()  # a command that ends does not touch what it shares with the server
    _serve(socket.socket(fileno=int(sys.argv[1])))
    runpy.run_module("combatlog", run_name="__main__", alter_sys=True)
