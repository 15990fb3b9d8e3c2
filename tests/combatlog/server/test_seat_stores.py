"""Seats in a file, and in a store that several servers use."""

from __future__ import annotations

from pathlib import Path

import pytest

from combatlog.server.seat_stores import FileSeats
from combatlog.server.seats import Kept, Seats
from events.errors import Refused, Unreadable


class _Shared:
    """What two servers have in common: what the database keeps for them."""

    def __init__(self) -> None:
        self.last = (0, Kept())
        self.refused = 0

    def read(self, known: int) -> tuple[int, Kept] | None:
        return None if self.last[0] == known else self.last

    def write(self, version: int, kept: Kept) -> bool:
        if version != self.last[0]:
            self.refused += 1
            return False
        self.last = version + 1, kept
        return True


def test_a_file_keeps_seats_links_and_code(tmp_path: Path) -> None:
    """Everybody sits where they sat, and what let others knock does so still. What makes somebody
    the referee, or is somebody's seat, stands there as a hash alone."""
    path = tmp_path / "seats.json"
    seats = Seats(FileSeats(path))
    referee, link, code = seats.begin(), seats.table_token, seats.code
    _, token = seats.knock(link, "Anna")
    written = path.read_text()
    assert [] == [each for each in (referee, token) if each in written]
    assert 0o600 == path.stat().st_mode & 0o777
    again = Seats(FileSeats(path))
    found = again.find(token)
    assert found is not None and found.name == "Anna"
    assert (link, code) == (again.table_token, again.code)
    assert "referee" == again.knock(referee, "Rita")[0].role


def test_a_table_begins_once() -> None:
    """The first start makes a link for the referee and opens the door; the next ones leave both as
    they are, also where two servers begin at once."""
    shared = _Shared()
    one, other = Seats(shared), Seats(shared)
    link = one.begin()
    assert (6, "") == (len(one.code), other.begin())
    one.close_door()
    other.refresh()
    assert ("", "") == (other.begin(), other.code)
    other.knock(link, "Rita")
    assert "" == Seats(shared).begin()


def test_seats_of_before_get_what_they_lack(tmp_path: Path) -> None:
    """A table that kept only hashes of its links gets a new link for players; its referee is the
    referee still."""
    path = tmp_path / "seats.json"
    before = Seats(FileSeats(path))
    before.knock(before.make_referee_link(), "Rita")
    assert "" == before.begin()
    assert before.table_token and before.code


def test_servers_that_begin_at_once_have_one_link() -> None:
    """The second one finds the link of the first, though it began without."""
    shared = _Shared()
    one, other = Seats(shared), Seats(shared)
    assert one.table_token == other.table_token


def test_a_file_that_holds_no_seats_is_said(tmp_path: Path) -> None:
    """In a sentence."""
    path = tmp_path / "seats.json"
    path.write_text("[]")
    with pytest.raises(Unreadable, match="holds no seats of a table"):
        Seats(FileSeats(path))


def test_servers_share_links_code_and_votes() -> None:
    """What one has made serves at the other."""
    shared = _Shared()
    one, other = Seats(shared), Seats(shared)
    code = one.open_door()
    link = one.table_token
    one.choose_votes("everybody")
    assert other.refresh()
    assert not other.refresh()
    assert (link, code, "everybody") == (other.table_token, other.code, other.votes)
    other.knock(code, "Anna")
    other.close_door()
    one.refresh()
    for shown in (code, link):
        with pytest.raises(Refused, match="does not serve any more"):
            one.knock(shown, "Ben")


def test_a_change_is_made_again_where_another_was_first() -> None:
    """Neither is lost, and what is refused is judged by the seats as they are."""
    shared = _Shared()
    one, other = Seats(shared), Seats(shared)
    rita, _ = one.knock(one.make_referee_link(), "Rita")
    olga, _ = other.knock(other.make_referee_link(), "Olga")
    assert 0 < shared.refused
    one.refresh()
    assert ["Rita", "Olga"] == [each.name for each in one]
    other.remove(rita.id)
    with pytest.raises(Refused, match="needs a referee"):
        one.remove(olga.id)
    with pytest.raises(Refused, match="Nobody has this seat"):
        one.remove(rita.id)


def test_who_knocks_at_one_server_is_admitted_at_the_other_at_once() -> None:
    """A refusal is never judged by seats that have changed since."""
    shared = _Shared()
    one, other = Seats(shared), Seats(shared)
    anna, _ = one.knock(one.make_table_link(), "Anna")
    assert other.admit(anna.id).admitted


def test_the_referees_link_serves_once_at_all_servers() -> None:
    """Also where both are shown it before either has heard of the other."""
    shared = _Shared()
    one, other = Seats(shared), Seats(shared)
    link = one.make_referee_link()
    other.refresh()
    one.knock(link, "Rita")
    with pytest.raises(Refused, match="does not serve any more"):
        other.knock(link, "Mallory")
