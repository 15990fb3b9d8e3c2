"""A standby takes over for the database of two servers, while people write and follow: no command
that was answered is lost, none is doubled, and every phone is at the head again."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from combatlog.app.campaign import open
from tests.combatlog.server.served import Caller, make_campaign_at
from tests.combatlog.server.test_rolling_restart import (
    Phone,
    Servers,
    join,
    play,
    wait_for_answers,
)
from tests.history.checker import History
from tests.history.test_failover import Pair, pair
from tests.history.writers import read_log

__all__ = ["pair"]  # a fixture

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("postgres")]

BOUND = 30.0
"""How many seconds after the standby has taken over both servers record again, at most."""


def test_two_servers_go_on_with_a_standby(tmp_path: Path, pair: Pair) -> None:
    """The address has both hosts; each server finds the one that is written by itself."""
    pair.be_synchronous()
    place = pair.at_both()
    make_campaign_at(place)
    servers = Servers(tmp_path, place)
    history = History()
    try:
        referee = Caller.follow(servers.running[0].referee_link, "Rita")
        people = [join(referee, servers.running[0], f"Olga {number}") for number in range(6)]
        phones = [Phone(people[0], servers.doors, number % 2) for number in range(4)]
        with play(servers, people, history):
            wait_for_answers(servers, 0, 1)
            before = count_recorded(history)
            pair.primary.kill()
            time.sleep(2.0)
            pair.standby.promote()
            began = time.monotonic()
            while count_recorded(history) < before + 20 or {servers.ask(0), servers.ask(1)} != {
                200
            }:
                assert time.monotonic() < began + BOUND, servers.failed
                time.sleep(0.1)
            print(f"both record again {time.monotonic() - began:.1f} s after the standby took over")
            wait_for_answers(servers, 0, 1)
        with open(place) as campaign:
            (fight,) = campaign.store.fights()
            log = read_log([*campaign.store.rows(fight)])
        for phone in phones:
            phone.wait_for(len(log))
        assert [] == [phone.gaps for phone in phones if phone.gaps]
        assert [] == history.find_faults(log)
        print(f"{count_recorded(history)} commands recorded; while it was away: {servers.failed}")
        assert count_recorded(history) > 40
    finally:
        servers.close()


def count_recorded(history: History) -> int:
    """Return how many commands were answered as recorded."""
    return sum(each.is_acknowledged for each in history.said)
