"""Which clauses of Paraverse the shared checks rest on."""

from __future__ import annotations

from rulesets.common.clauses import Clauses

CLAUSES = Clauses("PV-03", "PV-03", "PV-03", "PV-03", "PV-04", areas="PV-05")
