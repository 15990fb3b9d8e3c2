"""Many streams are at the head again soon after the server was killed."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from pathlib import Path

import pytest

from bench.live.campaign import make_campaign
from bench.live.kills import kill_under_phones
from tests.combatlog.server.served import serve_table
from tests.history.ports import find_port

STREAMS = 300


@pytest.mark.slow
def test_many_streams_are_at_the_head_soon_after_a_kill(tmp_path: Path) -> None:
    """Within 15 seconds, without a reload, and without a gap or a double."""
    made = make_campaign(tmp_path, 1)
    port = find_port()
    args = ("--port", str(port), "--host", "127.0.0.1", made.path.name)
    with ExitStack() as serving:
        first = serving.enter_context(serve_table(tmp_path, *args))

        def restart() -> None:
            first.process.kill()
            first.process.wait()
            serving.enter_context(serve_table(tmp_path, *args))

        seats = made.spectators, made.referees[0]
        back = asyncio.run(kill_under_phones(port, made.fights[0], *seats, STREAMS, restart))
    assert (0, 0) == (back.gaps, back.doubles)
    assert back.ready < back.back < 15
