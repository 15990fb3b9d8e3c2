"""Damaged campaign files, each made from an intact one by a small function.

intact_campaign    the campaign that is damaged
damages            the kinds of damage
commands           running commands on a damaged campaign
test_refusing      commands work, or say in one sentence what is wrong
test_disks         folders and files that are read-only, disks that are full
"""

import pytest

pytest.register_assert_rewrite("tests.damaged.commands")
