"""What pages are called on a DokuWiki: ids that it takes as they are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import category, normalize

from combatlog.export.document import Page
from combatlog.export.formats.shared_text import cut, distinct, plain

_LONGEST = 70
"""Bytes of a name. The wiki writes those of other scripts as `%E5` into the name of a file, and a
time behind it: three bytes for one, of 255."""

_NUMBERED = 7
"""Bytes that a number behind a name may take; cut for it, the name could end in `_`."""

_TAKEN = frozenset({"start", "sidebar"})
"""Pages that DokuWiki shows of its own accord."""

_LATIN = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th"}
    | {"ł": "l", "ħ": "h", "ı": "i", "ŋ": "n", "ŧ": "t", "ĸ": "k", "ƒ": "f"}
)
"""Latin letters that are not a letter with an accent; the wiki replaces them too."""

_ACCENTS = re.compile("[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f]+")
"""What may be left out of a Hebrew or an Arabic word too: its points, and what makes it longer."""

_ACCENTED = re.compile("(?<=[a-z])[\u0300-\u036f]+")


def ids(pages: Sequence[Page], prefix: str) -> dict[str, str]:
    """By key an id: what the page is called, in small letters, without accents, `_` for all that
    is no letter, in the namespace `prefix`; of a whole campaign its page `start`. No two are the
    same."""
    space = "".join(f"{part}:" for part in map(_id, re.split("[:/]", prefix)) if part)
    index = next((page.key for page in pages if space and page.kind == "campaign"), None)
    wishes = {page.key: _name(page) for page in pages if page.key != index}
    names = distinct(wishes, _LONGEST + _NUMBERED, number="_{}")
    found = {key: space + name for key, name in names.items()}
    return found if index is None else {index: f"{space}start", **found}


def _name(page: Page) -> str:
    name = cut(_id(page.title), _LONGEST).strip("_") or page.kind
    return f"{name}_page" if name in _TAKEN else name


def _id(text: str) -> str:
    """The text as far as it can be part of an id."""
    letters = normalize("NFKD", plain(text).lower()).lower().translate(_LATIN)
    bare = _ACCENTS.sub("", normalize("NFC", _ACCENTED.sub("", letters)))
    return re.sub("_+", "_", "".join(char if _in_words(char) else "_" for char in bare)).strip("_")


def _in_words(char: str) -> bool:
    """Is the character a letter to the wiki? Accents for themselves and numbers in circles are to
    Unicode, and one Korean syllable is to everybody else."""
    if "\u02b0" <= char <= "\u02ff" or category(char) == "No" or char == "\uc2a0":
        return False
    return char.isalnum() or category(char)[0] == "M"
