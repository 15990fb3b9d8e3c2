"""Text in Markdown that means nothing but itself: escaped, emphasised, fixed-width.

The rules hold in GitHub's Markdown with its links that need no brackets, and for what GitLab,
Gollum, Wiki.js, BookStack and Obsidian add to it. An ordinary sentence stays as it is.
"""

from __future__ import annotations

import re

from combatlog.export.formats.shared_text import plain
from projections.text.prose import Mark

_MARKUP = re.compile(
    r"""
      [\\`*_{}\[\]<>\#~^|$@]                        # what marks something wherever it stands
    | &(?=[\#A-Za-z])                               # entities
    | !(?=\[|$)                                     # pictures and embedded notes
    | :(?=\S) | (?<=:):                             # addresses, emoji, inline fields
    | (?<=[^\W\d])\.(?=\w) | (?<=\d)\.(?=[^\W\d]) | (?<=www)\.  # hosts, not numbers
    | (?<=-)- | -(?=-) | (?<=\+)\+ | \+(?=\+) | (?<==)= | =(?==|$) | (?<=%)% | %(?=%)  # in pairs
    """,
    re.VERBOSE | re.IGNORECASE,
)
_BEGINNING = re.compile(r"^(?:(\s*)([-+=])|(\s*\d{1,9})([.)]))(?=\s|$)")
_MENTION = re.compile(r"\\@(?=\S|$)|\\:(?=[\w+-]+\\?:)")
_PUNCTUATION = re.compile(r"[!-/:-@\[-`{-~]")
_MARKS = {"strong": ("**", "strong"), "emphasis": ("*", "em")}


def escaped(text: str, comments: bool = True) -> str:
    """The text so that Markdown shows it and does nothing else. Mail addresses, mentions and
    emoji by name are looked for after the escapes are gone: a comment parts them (`comments`),
    where the reader hides that."""
    marked = _MARKUP.sub(r"\\\g<0>", plain(text))
    if marked.endswith("\\\\"):  # what is written behind it would look escaped to some readers
        marked = f"{marked[:-2]}&bsol;"
    marked = _BEGINNING.sub(r"\1\3\\\2\4", marked)  # of a list, an underline
    return _MENTION.sub(r"\g<0><!-- -->", marked) if comments else marked


def as_entities(text: str) -> str:
    """The text with every ASCII punctuation mark as an entity: the same in HTML and in Markdown,
    where one cannot be sure which of them it is read as."""
    return _PUNCTUATION.sub(lambda found: f"&#{ord(found[0])};", plain(text))


def emphasised(inner: str, mark: Mark, before: str, after: str) -> str:
    """Markdown that stands out between what is written before and after it (empty at the ends of
    a line): where asterisks would not be understood there, tags are written."""
    if not mark:
        return inner
    signs, tag = _MARKS[mark]
    opens = not before.strip() or before[-1:].isspace() or inner[:1].isalnum()
    closes = not after.strip() or after[:1].isspace() or inner[-1:].isalnum()
    apart = not (before.endswith("*") or inner.startswith("*") or inner.endswith("*"))
    if opens and closes and apart:
        return f"{signs}{inner}{signs}"
    return f"<{tag}>{inner}</{tag}>"


def code_block(text: str) -> str:
    """A line of fixed width, between fences longer than any run of backticks in it."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{plain(text)}\n{fence}"


def superscript(number: int) -> str:
    """The number in small raised digits."""
    return str(number).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
