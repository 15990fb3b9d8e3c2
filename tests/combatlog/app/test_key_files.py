"""The file of a person's key: private, whole, and named in each refusal."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
)

from combatlog.app.signing import find_user_key, load_key, make_key
from events.errors import Refused, Unreadable


def test_a_disk_that_is_full_leaves_no_half_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One sentence, and no file that the next try would take for a key."""

    def fail(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(Unreadable, match=r"key\.pem cannot be written: No space left"):
        make_key(tmp_path / "key.pem")
    assert not (tmp_path / "key.pem").exists()


def test_a_variable_that_names_no_key_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who sets it means to sign: nothing goes on unsigned in silence."""
    monkeypatch.setenv("COMBATLOG_KEY", str(tmp_path / "none.pem"))
    with pytest.raises(Unreadable, match=r"none\.pem is no file with a key"):
        find_user_key()
    monkeypatch.setenv("COMBATLOG_KEY", "~nobody-of-this-name/key.pem")
    with pytest.raises(Unreadable, match="home folder that is not known"):
        find_user_key()
    monkeypatch.setenv("COMBATLOG_KEY", "")
    assert find_user_key() is None


def test_a_folder_that_may_not_be_read_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not taken for having no key."""
    monkeypatch.delenv("COMBATLOG_KEY", raising=False)
    found = Path.stat

    def stat(path: Path, **more: bool) -> os.stat_result:
        if path.name == "key.pem":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return found(path, **more)

    monkeypatch.setattr(Path, "stat", stat)
    with pytest.raises(Unreadable, match=r"key\.pem cannot be read: Permission denied"):
        find_user_key()


def test_the_hint_for_a_path_with_a_space_can_be_pasted(tmp_path: Path) -> None:
    """The path is quoted for the shell."""
    path = tmp_path / "my keys" / "key.pem"
    make_key(path)
    if os.name == "posix":
        path.chmod(0o644)
        with pytest.raises(Refused, match=f"chmod 600 '{path}'"):
            load_key(path)


def test_a_key_file_is_private_and_never_overwritten(tmp_path: Path) -> None:
    """Only its owner may read it, and a second one under its name is refused."""
    path = tmp_path / "deep" / "key.pem"
    made = make_key(path)
    assert made.id == load_key(path).id
    with pytest.raises(Refused, match="is not overwritten"):
        make_key(path)
    if os.name == "posix":
        assert 0o600 == path.stat().st_mode & 0o777
        path.chmod(0o644)
        with pytest.raises(Refused, match="chmod 600"):
            load_key(path)


def test_a_key_under_a_passphrase_is_refused(tmp_path: Path) -> None:
    """As other tools write them; combatlog asks for no passphrase."""
    private = Ed25519PrivateKey.generate()
    form = (Encoding.PEM, PrivateFormat.PKCS8)
    path = tmp_path / "key.pem"
    path.touch(0o600)
    path.write_bytes(private.private_bytes(*form, BestAvailableEncryption(b"geese")))
    with pytest.raises(Unreadable, match=r"key\.pem is locked by a password, and combatlog asks"):
        load_key(path)
    path.write_bytes(private.private_bytes(*form, NoEncryption()))
    assert private.public_key().public_bytes_raw().hex() == load_key(path).public


def test_a_name_that_windows_keeps_is_refused(tmp_path: Path) -> None:
    """On every system, because keys are carried from one computer to another."""
    with pytest.raises(Refused, match=r"Windows keeps the name aux\.pem for a device"):
        make_key(tmp_path / "aux.pem")
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize("content", [b"", b"-----BEGIN PRIVATE KEY-----\nxx\n", b"\xff" * 40])
def test_a_file_that_is_no_key_is_refused(tmp_path: Path, content: bytes) -> None:
    """In one sentence that names it."""
    path = tmp_path / "key.pem"
    path.touch(0o600)
    path.write_bytes(content)
    with pytest.raises(Unreadable, match=r"key\.pem holds no Ed25519 key"):
        load_key(path)
