"""Short names for the script: what its modules call their functions and constants takes much of it,
and a reader of the page needs none of it.

A name is shortened everywhere or nowhere: only if it is declared by `function`, `const` or `let`,
and is never a key or a property, and no name that browsers know. So every use still means the same.
What asks for sentences keeps its name, by which they are collected.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise, product
from string import ascii_letters

_TOKEN = re.compile(
    r"(?P<blank>\s+|//[^\n]*|/\*[\s\S]*?\*/)"
    r'|(?P<text>"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|`(?:[^`\\$]|\\.|\$(?!\{))*(?:`|\$\{))'
    r"|(?P<name>[A-Za-z_$][\w$]*)|(?P<number>\d[\w.]*)|(?P<sign>\.\.\.|\?\.(?!\d)|=>|[\s\S])"
)

_TEMPLATE = re.compile(r"\}(?:[^`\\$]|\\.|\$(?!\{))*(?:`|\$\{)")
"""What of a text with places stands behind one of them."""

_PATTERN = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
"""A regular expression, which stands where no number can be divided."""

_WORD = re.compile(r"[A-Za-z_$][\w$]*")

_VARIABLE = re.compile(r"--[a-z][\w-]*")
"""A variable of the style."""

_ENDS = frozenset(")]}")
_WORDS = """
    await break case catch class const continue default delete do else false finally for function
    if in instanceof let new null of return static switch this throw true try typeof undefined
    var void while yield as is get set async
"""
_KEYWORDS = frozenset(_WORDS.split())

_OF_BROWSERS = """
    say document window location history navigator screen top name event status parent self origin
    performance crypto fetch open close print focus blur scroll find stop length
"""
_KNOWN = frozenset(_OF_BROWSERS.split())
"""Names of browsers that a script may use without a declaration, and may declare, too."""

_LEAST = 3
"""The shortest names that are shortened."""

_RESERVED = frozenset(ascii_letters[:38])
"""Letters for the names of single modules: there each stands for many names, in all modules one."""

Token = tuple[str, str]
"""The kind of a token, and its text."""


def shorten_names(
    modules: Sequence[str], shared: Collection[str] = ()
) -> tuple[list[str], dict[str, str]]:
    """Return modules with short names, and the names that are short in all of them by those that
    they had. A module is JavaScript without imports, exports, and templates within templates;
    `shared` are the names that one exports to others."""
    read = [list(_list_tokens(module)) for module in modules]
    fixed = {*_KNOWN, *_KEYWORDS}.union(*map(_find_fixed, read))
    words = {word for module in modules for word in _WORD.findall(module)} | _KEYWORDS
    everywhere = [name for tokens in read for name in _list_declared(tokens)]
    short = _number(everywhere, fixed, read, words | _RESERVED)
    words.update(short.values())
    texts = []
    for tokens in read:  # what only this module has may be a key elsewhere
        kept = {*_KNOWN, *_KEYWORDS, *shared, *short} | _find_fixed(tokens)
        own = [*_list_declared(tokens), *_list_parameters(tokens)]
        known = short | _number(own, kept, [tokens], words)
        texts.append(
            "".join(known.get(text, text) if kind == "name" else text for kind, text in tokens)
        )
    return texts, short


def _number(
    names: Iterable[str], kept: Collection[str], read: Iterable[Sequence[Token]], words: set[str]
) -> dict[str, str]:
    """Return short names that are no `words`, the shortest for those that take most."""
    uses = Counter(text for tokens in read for kind, text in tokens if kind == "name")
    chosen = [name for name in {*names} if name not in kept and len(name) >= _LEAST]
    chosen.sort(key=lambda name: (-uses[name] * len(name), name))
    return dict(zip(chosen, _make_names(words), strict=False))


def _make_names(taken: set[str]) -> Iterator[str]:
    """Yield names of one and two letters that nothing has."""
    for size in (1, 2):
        for parts in product(ascii_letters, repeat=size):
            if (name := "".join(parts)) not in taken:
                yield name


def _list_tokens(module: str) -> Iterator[Token]:
    at, last = 0, ("sign", ";")
    braces: list[str] = []
    while at < len(module):
        divides = last[0] == "number" or (last[0] == "text" and not last[1].endswith("${"))
        divides = divides or last[1] in _ENDS
        divides = divides or (last[0] == "name" and last[1] not in _KEYWORDS)
        if module[at] == "}" and braces.pop() == "${":
            piece = _TEMPLATE.match(module, at)
            assert piece, module[at : at + 40]
            last = ("text", piece[0])
        elif module[at] == "/" and module[at + 1] not in "/*" and not divides:
            pattern = _PATTERN.match(module, at)
            assert pattern, module[at : at + 40]
            last = ("text", pattern[0])
        else:
            token = _TOKEN.match(module, at)
            assert token and token.lastgroup, module[at : at + 40]
            if token.lastgroup == "blank":
                yield ("blank", token[0])
                at = token.end()
                continue
            last = (token.lastgroup, token[0])
        if last[1] == "{" or (last[0] == "text" and last[1].endswith("${")):
            braces.append(last[1][-2:])
        yield last
        at += len(last[1])


def _list_declared(tokens: Sequence[Token]) -> Iterator[str]:
    told = [token for token in tokens if token[0] != "blank"]
    for before, (kind, text) in pairwise(told):
        if kind == "name" and before in (("name", "function"), ("name", "const"), ("name", "let")):
            yield text


def _list_parameters(tokens: Sequence[Token]) -> Iterator[str]:
    """Yield the names of parameters, and of constants that are taken out of lists."""
    told = [token for token in tokens if token[0] != "blank"]
    opened: list[int] = []
    for at, (kind, text) in enumerate(told):
        if kind == "sign" and text in "([":
            opened.append(at)
        elif kind == "sign" and text in ")]":
            start = opened.pop()
            before = [word for _, word in told[max(0, start - 2) : start]]
            after = told[at + 1][1] if at + 1 < len(told) else ""
            is_list = text == "]" and before[-1:] in (["const"], ["let"])
            if is_list or (text == ")" and (after == "=>" or before[:1] == ["function"])):
                yield from (
                    word for kind, word in told[start:at] if kind == "name" and word[0].islower()
                )


def _find_fixed(tokens: Sequence[Token]) -> set[str]:
    """Return the names that are keys or properties."""
    fixed: set[str] = set()
    told = [token for token in tokens if token[0] != "blank"]
    inside: list[str] = []
    for at, (kind, text) in enumerate(told):
        if kind == "sign" and text in "{([":
            inside.append(text)
        elif kind == "sign" and text in _ENDS:
            inside.pop()
        elif kind == "name":
            before = told[at - 1][1] if at else ""
            after = told[at + 1][1] if at + 1 < len(told) else ""
            is_key = inside[-1:] == ["{"] and before in ("{", ",") and after in (*",}:=", "(")
            if before in (".", "?.") or is_key:
                fixed.add(text)
    return fixed


def shorten_style(style: str, script: str) -> str:
    """Return a style in which the variables that the script does not name are short."""
    uses = Counter(_VARIABLE.findall(style))
    chosen = sorted({*uses} - {*_VARIABLE.findall(script)}, key=lambda name: (-uses[name], name))
    short = {
        name: f"--{letters}" for name, letters in zip(chosen, _make_names(set()), strict=False)
    }
    return _VARIABLE.sub(lambda found: short.get(found[0], found[0]), style)
