"""Which clauses of Brighter Worlds the shared checks rest on."""

from __future__ import annotations

from rulesets.common.clauses import Clauses

CLAUSES = Clauses("BW-03", "BW-03", "BW-03", "BW-04", "BW-12")
