"""`combatlog serve` in a process of its own: its links, its end, and what it cannot use."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import ssl
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from combatlog.app.campaign import open
from tests.combatlog.server.certificates import write_certificate
from tests.combatlog.server.served import (
    PATIENCE,
    Caller,
    make_campaign,
    on_loopback,
    serve_table,
)


def refuse(folder: Path, *args: str, code: int = 1) -> str:
    """Return the one sentence with which `serve` refuses."""
    ran = subprocess.run(
        [sys.executable, "-m", "combatlog", "serve", "--no-browser", *args],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert (code, 1) == (ran.returncode, ran.stderr.count("\n")), ran.stderr
    return ran.stderr.strip()


@pytest.mark.slow
def test_a_group_sits_down_by_the_printed_links(tmp_path: Path) -> None:
    """The referee's link, the table's link and the code lead in; the referee admits; a player reads
    the stream; SIGTERM ends the table within two seconds although the stream is open."""
    make_campaign(tmp_path)
    with serve_table(tmp_path, "--port", "0") as served:
        referee = Caller.follow(served.referee_link, "Rita")
        assert "referee" == referee.get("/api/seat")["role"]
        anna = Caller.follow(on_loopback(served.table_link), "Anna")
        seat = anna.get("/api/seat")
        assert not seat["admitted"]
        referee.post(f"/api/seats/{seat['id']}", {"plays": ["ada"]})
        spoken = Caller(on_loopback(served.table_link).partition("/#")[0])
        spoken.post("/api/knock", {"shown": served.code, "name": "Ben"})
        with anna.stream("/api/fights/1/stream") as frames:
            last = next(frames)["last"]
            command = {"do": "note", "text": "hello", "head": last, "key": "k1"}
            referee.post("/api/fights/1/commands", command)
            assert last < next(frames)["last"]
            code, seconds = served.stop()
            assert [] == list(frames)
        assert 0 == code
        assert seconds < 2
        assert "everything that was answered is recorded" in served.said[-1]
    assert ["harbour.combatlog", "harbour.combatlog.seats.json"] == sorted(os.listdir(tmp_path))


@pytest.mark.slow
def test_ctrl_c_ends_it_and_seats_stay(tmp_path: Path) -> None:
    """The referee sits at the next table by the cookie of the first; a new campaign is made in an
    empty folder."""
    with serve_table(tmp_path, "--port", "0") as served:
        assert "table.combatlog is a new campaign." in served.said
        referee = Caller.follow(served.referee_link, "Rita")
        code, seconds = served.stop(signal.SIGINT)
        assert (0, True) == (code, seconds < 2)
    with serve_table(tmp_path, "--port", "0") as served:
        referee.client.base_url = f"http://127.0.0.1:{served.port}"
        assert "referee" == referee.get("/api/seat")["role"]


@pytest.mark.slow
def test_the_next_start_leaves_door_and_links_as_they_are(tmp_path: Path) -> None:
    """The players' link and the code; and the door that the referee has closed. A link for a
    referee is printed the first time, and when it is asked for."""
    make_campaign(tmp_path)
    with serve_table(tmp_path, "--port", "0") as served:
        referee = Caller.follow(served.referee_link, "Rita")
        link, code, port = served.table_link, served.code, str(served.port)
        served.stop()
    with serve_table(tmp_path, "--port", port) as served:
        assert (link, code) == (served.table_link, served.code)
        assert f"http://127.0.0.1:{port}" == served.referee_link
        referee.post("/api/door", {"open": False})
        served.stop()
    with serve_table(tmp_path, "--port", port) as served:
        assert served.table_link == "none: the referee has closed the door"
        assert served.code == "none:"
        served.stop()
    with serve_table(tmp_path, "--port", port, "--new-link") as served:
        olga = Caller.follow(served.referee_link, "Olga")
        assert "referee" == olga.get("/api/seat")["role"]


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads the time from /proc")
def test_a_table_is_ready_soon(tmp_path: Path) -> None:
    """The links are there after 0.6 to 0.8 seconds of computing, which is also how long it takes
    where nothing else runs."""
    make_campaign(tmp_path)
    seconds = []
    for _ in range(3):
        with serve_table(tmp_path, "--port", "0") as served:
            seconds.append(served.measure_work())
            served.stop()
    assert 0 < min(seconds) < 1.2, seconds


@pytest.mark.slow
def test_what_the_prompt_records_reaches_the_stream(tmp_path: Path) -> None:
    """Another program writes to the same campaign meanwhile."""
    path = make_campaign(tmp_path)
    with serve_table(tmp_path, "--port", "0") as served:
        referee = Caller.follow(served.referee_link, "Rita")
        with referee.stream("/api/fights/1/stream") as frames:
            last = next(frames)["last"]
            with open(path, "Sam") as campaign:
                campaign.fight().note("from the prompt")
            assert last + 1 == next(frames)["last"]


@pytest.mark.slow
def test_the_next_port_is_taken_where_the_usual_one_is_in_use(tmp_path: Path) -> None:
    """It says so. A port that was asked for is not changed."""
    make_campaign(tmp_path)
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            other.bind(("0.0.0.0", 8642))
            other.listen()
        except OSError:
            pass  # another program has it already, which is as good
        with serve_table(tmp_path) as served:
            assert 8642 != served.port
            assert f"Port 8642 is in use; the table is at port {served.port}." in served.said
        said = refuse(tmp_path, "--port", "8642")
        assert said.startswith("Port 8642 is in use by another program; ")


@pytest.mark.slow
def test_a_campaign_is_served_once(tmp_path: Path) -> None:
    """The second says where the first is; after a kill -9 it is free again."""
    make_campaign(tmp_path)
    with serve_table(tmp_path, "--port", "0") as served:
        said = refuse(tmp_path, "--port", "0")
        assert f"harbour.combatlog is served already at http://127.0.0.1:{served.port};" in said
    with serve_table(tmp_path, "--port", "0") as served:
        assert 0 == served.stop()[0]


@pytest.mark.slow
def test_a_table_with_a_certificate_speaks_tls(tmp_path: Path) -> None:
    """Its cookie is sent through TLS alone. A key that does not fit, or has a password, is refused
    in a sentence."""
    make_campaign(tmp_path)
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    write_certificate(cert, key)
    files = ("--cert", "cert.pem", "--key", "key.pem", "--port", "0")
    with serve_table(tmp_path, *files) as served:
        context = ssl.create_default_context(cafile=str(cert))
        referee = Caller.follow(served.referee_link, "Rita", context)
        assert referee.client.base_url.scheme == "https"
        assert all(cookie.secure for cookie in referee.client.cookies.jar)
        with referee.stream("/api/fights/1/stream") as frames:
            assert next(frames)["last"]
            code, seconds = served.stop()
        assert (0, True) == (code, seconds < 2)
    write_certificate(tmp_path / "other.pem", key)
    assert "they do not fit together" in refuse(tmp_path, *files)
    write_certificate(cert, key, b"secret")
    assert "the key has a password" in refuse(tmp_path, *files)


@pytest.mark.slow
def test_what_cannot_be_served_is_said_in_a_sentence(tmp_path: Path) -> None:
    """A campaign that is none, or missing; damaged seats; a certificate that is none; addresses
    that are none."""
    path = make_campaign(tmp_path)
    seats = tmp_path / "harbour.combatlog.seats.json"
    seats.write_text("{")
    assert "harbour.combatlog.seats.json holds no seats" in refuse(tmp_path, "--port", "0")
    seats.unlink()
    (tmp_path / "cert.pem").write_text("no certificate")
    assert "cannot be used as a certificate" in refuse(tmp_path, "--cert", "cert.pem")
    assert "There is no file gone.pem" in refuse(tmp_path, "--cert", "gone.pem")
    assert "name that, too, with --cert" in refuse(tmp_path, "--key", "key.pem")
    assert "is no address of this machine" in refuse(tmp_path, "--host", "192.0.2.77")
    assert "is no public address" in refuse(tmp_path, "--public-url", "table.example")
    assert "is no public address" in refuse(tmp_path, "--public-url", "https://a.example/b")
    assert "There is no campaign elsewhere" in refuse(tmp_path, "elsewhere")
    (tmp_path / "text.combatlog").write_text("Dear diary, today nothing happened at all.\n" * 99)
    assert "text.combatlog is not a campaign" in refuse(tmp_path, "text")
    with sqlite3.connect(path) as connection:
        connection.execute("DROP TABLE events")
    connection.close()
    assert "harbour.combatlog is damaged" in refuse(tmp_path, "harbour")


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs users as Unix has them")
def test_a_read_only_campaign_is_refused_at_the_start(tmp_path: Path) -> None:
    """Not when the first command is said."""
    path = make_campaign(tmp_path)
    path.chmod(0o444)
    if os.access(path, os.W_OK):
        pytest.skip("this user may write everywhere")
    assert "harbour.combatlog is read-only" in refuse(tmp_path)


@pytest.mark.slow
def test_a_busy_campaign_is_told_and_the_table_goes_on(tmp_path: Path) -> None:
    """While another program holds the campaign, a command is refused with a sentence; nothing of
    it is recorded, and the next one is."""
    path = make_campaign(tmp_path)
    with serve_table(tmp_path, "--port", "0") as served:
        referee = Caller.follow(served.referee_link, "Rita")
        last = referee.get("/api/fights/1/turn")["last"]
        command = {"do": "note", "text": "hello", "head": last, "key": "k1"}
        other = sqlite3.connect(path, check_same_thread=False)
        other.execute("BEGIN IMMEDIATE")
        release = threading.Timer(8, other.rollback)
        release.start()
        began = time.monotonic()
        answer = referee.client.post("/api/fights/1/commands", json=command)
        assert 503 == answer.status_code
        assert "another program is writing to the campaign" in answer.json()["said"]
        assert time.monotonic() - began < 8
        release.join()
        other.close()
        assert last + 1 == referee.post("/api/fights/1/commands", command)["last"]
