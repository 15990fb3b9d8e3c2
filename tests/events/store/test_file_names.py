"""Names that Windows cannot use."""

from __future__ import annotations

from pathlib import Path

import pytest

from events.errors import Refused
from events.store.campaign_file import create_campaign
from events.store.file_names import check_file_name


@pytest.mark.parametrize(
    "name",
    ["con", "CON.combatlog", "aux.tar.gz", "nul .txt", "com1", "LPT¹.md", "conin$", "prn:x"],
)
def test_a_device_is_no_file(name: str) -> None:
    """Whatever its ending, on every system, as a file and as a folder to be made."""
    for path in (name, f"not-there/{name}", f"{name}/page.md"):
        with pytest.raises(Refused, match=r"Windows keeps the name .* choose another name"):
            check_file_name(path)


@pytest.mark.parametrize("name", ["harbour.", "harbour ", "harbour.combatlog ", "a.."])
def test_a_name_does_not_end_in_a_dot_or_a_space(name: str) -> None:
    """Windows drops them, and then another file is meant."""
    with pytest.raises(Refused, match="at the end of"):
        check_file_name(name)


@pytest.mark.parametrize(
    "path",
    ["harbour.combatlog", "../x", ".", "./a/../b", "/dev/stdout", "console", "com10", "x.con"],
)
def test_other_names_are_free(path: str) -> None:
    """A name that only begins like a device is none."""
    check_file_name(path)


def test_a_folder_that_is_there_may_be_called_anything(tmp_path: Path) -> None:
    """Only what combatlog makes is checked."""
    folder = tmp_path / "aux"
    folder.mkdir()
    check_file_name(str(folder / "page.md"))


def test_a_campaign_is_not_named_like_a_device(tmp_path: Path) -> None:
    """Nothing is made."""
    with pytest.raises(Refused):
        create_campaign(tmp_path / "con.combatlog")
    assert not [*tmp_path.iterdir()]
