"""Campaign files that something has happened to, each made from a sound one by a small function."""

import pytest

pytest.register_assert_rewrite("tests.damaged.commands")
