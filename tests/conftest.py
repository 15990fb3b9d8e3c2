"""How the property tests run: without deadlines, since machines differ; with the same examples
each time where a build depends on it."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("table", deadline=None)
settings.register_profile("build", deadline=None, derandomize=True)
settings.load_profile("build" if os.environ.get("CI") else "table")
