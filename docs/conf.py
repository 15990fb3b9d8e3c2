"""Configuration of the documentation site: python -m sphinx -W docs build/docs"""

from __future__ import annotations

project = "combatlog"
author = "The combatlog authors"
extensions = ["myst_parser"]
html_theme = "furo"
html_title = "combatlog"
exclude_patterns = ["clauses", "generators"]
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 4
