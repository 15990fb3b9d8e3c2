"""Notices between programs that have a campaign in PostgreSQL open."""

from __future__ import annotations

import queue
import time
from contextlib import ExitStack, closing

import pytest

from events.store.postgres import create_postgres, open_postgres
from events.store.postgres_campaigns import PostgresCampaigns
from events.store.postgres_channels import Channel
from events.store.postgres_notices import EVERYTHING, MOST, read_notice, write_notices
from tests.services.postgres import Postgres


def test_names_are_told_in_texts_that_the_database_takes() -> None:
    """As few as can be; of a name that is too long, only that something has changed."""
    assert [] == [*write_notices("me", [])]
    names = [f"fight {number} ü" for number in range(2000)]
    texts = [*write_notices("me", names)]
    assert 1 < len(texts) < 10
    assert max(len(text.encode()) for text in texts) <= MOST
    assert names == [name for text in texts for name in read_notice("you", text)]
    (long,) = write_notices("me", ["x" * MOST])
    assert [EVERYTHING] == read_notice("you", long)


@pytest.mark.parametrize("text", ["", "{", "[]", "[1]", '{"a": 1}', "[" * MOST])
def test_what_is_no_notice_means_anything(text: str) -> None:
    """Another version of combatlog may have sent it, or anybody who may connect."""
    assert [EVERYTHING] == read_notice("me", text)


def test_nobody_hears_themselves() -> None:
    """They know what they have recorded."""
    (text,) = write_notices("me", ["f"])
    assert [] == read_notice("me", text)


@pytest.mark.parametrize("shared", [False, True])
def test_programs_hear_each_other(postgres: Postgres, empty_database: str, shared: bool) -> None:
    """In one campaign, not in another; also when the connections were lost. One campaign has
    connections of its own; all campaigns of a hall share two."""
    address = postgres.address(empty_database)
    heard: dict[str, queue.Queue[str]] = {name: queue.Queue() for name in ("one", "two", "lake")}
    with ExitStack() as opened:
        for name in ("harbour", "lake"):
            create_postgres(f"{address}#{name}").close()
        make = _make_shared if shared else _make_alone
        all_notices = make(address, opened)
        for name, notices in all_notices.items():
            notices.begin(heard[name].put)
        assert [EVERYTHING] * 3 == [each.get(timeout=20) for each in heard.values()]
        all_notices["one"].tell("f")
        assert "f" == heard["two"].get(timeout=20)
        with postgres.connect_owner(empty_database) as owner:
            owner.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = %s AND pid <> pg_backend_pid()",
                (empty_database,),
            )
        assert EVERYTHING == heard["two"].get(timeout=20)
        until = time.monotonic() + 20
        while heard["two"].empty() and time.monotonic() < until:
            all_notices["one"].tell("g")  # the first ones may be lost with the connection
            time.sleep(0.1)
        assert "g" == heard["two"].get(timeout=20)
        for notices in all_notices.values():
            notices.close()
        assert {EVERYTHING} == {*_empty(heard["one"])}
        assert {EVERYTHING} == {*_empty(heard["lake"])}


def _make_alone(address: str, opened: ExitStack) -> dict[str, Channel]:
    """Return the notices of three programs, each with one campaign open."""
    places = {"one": "harbour", "two": "harbour", "lake": "lake"}
    return {
        name: opened.enter_context(open_postgres(f"{address}#{campaign}")).make_notices()
        for name, campaign in places.items()
    }


def _make_shared(address: str, opened: ExitStack) -> dict[str, Channel]:
    """Return the notices of two programs, of which the second has two campaigns open."""
    first, second = (opened.enter_context(closing(PostgresCampaigns(address))) for _ in range(2))
    return {
        "one": first.notices("harbour"),
        "two": second.notices("harbour"),
        "lake": second.notices("lake"),
    }


def _empty(heard: queue.Queue[str]) -> list[str]:
    return [heard.get_nowait() for _ in range(heard.qsize())]
