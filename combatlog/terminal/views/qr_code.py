"""A QR code in the terminal: dark on light whatever the terminal's colours are, two modules of it
in each character."""

from __future__ import annotations

from itertools import zip_longest

_HALVES = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}

_DARK_ON_LIGHT, _RESET = "\x1b[30;107m", "\x1b[0m"

BORDER = 2
"""How many light modules stand around the code."""


def render_qr_code(text: str) -> list[str]:
    """Return the lines of the QR code of a text."""
    import segno  # imported only where a table is served

    rows = [[*map(int, row)] for row in segno.make(text, micro=False).matrix_iter(border=BORDER)]
    empty = [0] * len(rows[0])
    lines = []
    for upper, lower in zip_longest(rows[::2], rows[1::2], fillvalue=empty):
        halves = "".join(_HALVES[pair] for pair in zip(upper, lower, strict=True))
        lines.append(f"{_DARK_ON_LIGHT}{halves}{_RESET}")
    return lines
