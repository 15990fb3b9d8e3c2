"""Which clauses of the family the shared checks rest on."""

from __future__ import annotations

from rulesets.common.clauses import Clauses

CLAUSES = Clauses("CF-01", "CF-03", "CF-06", "CF-05", "CF-12", heirs="CF-19")
