"""Texts that wait in a temporary file until it is known that all of them can be written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from tempfile import TemporaryFile


class SpooledTexts(Mapping[str, str]):
    """Texts by name, in their order. Only the names are held; each text is read when it is asked
    for."""

    def __init__(self, texts: Iterable[tuple[str, str]]) -> None:
        self._file = TemporaryFile()  # noqa: SIM115 - it goes with this object
        self._places: dict[str, tuple[int, int]] = {}
        end = 0
        for name, text in texts:
            written = self._file.write(text.encode())
            self._places[name] = end, written
            end += written

    def __getitem__(self, name: str) -> str:
        place, size = self._places[name]
        self._file.seek(place)
        return self._file.read(size).decode()

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)
