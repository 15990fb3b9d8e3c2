"""What makes a roll better or worse, and what comes of several such grounds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from events.types.outcomes import Ground

Modifier = Literal["", "enhanced", "impaired"]


def net(grounds: Iterable[Ground]) -> Modifier:
    """However many there are: both kinds at once cancel (CF-10, BW-06, PV-02)."""
    kinds = {ground.modifier for ground in grounds}
    return kinds.pop() if len(kinds) == 1 else ""


def said(enhanced: str, impaired: str) -> tuple[Ground, ...]:
    """The reasons that somebody has named."""
    better = (Ground("enhanced", enhanced),) if enhanced else ()
    worse = (Ground("impaired", impaired),) if impaired else ()
    return better + worse
