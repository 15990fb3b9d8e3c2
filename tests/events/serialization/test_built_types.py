"""msgspec builds types where their modules run, never where threads read."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

_WATCH = """
import sys

built = []

def watch(frame, event, _):
    if event == "call" and frame.f_code.co_name == "get_class_annotations":
        struct, names = frame.f_locals["obj"], []
        while (frame := frame.f_back) is not None and frame.f_globals["__name__"] != "__main__":
            names.append(frame.f_code.co_name)
        if "<module>" not in names:
            built.append(struct.__name__)
"""

_ONE_TYPE = f"""{_WATCH}
from importlib import import_module
import msgspec
found = getattr(import_module(sys.argv[1]), sys.argv[2])
sys.setprofile(watch)
try:
    msgspec.convert({{}}, found)
except msgspec.ValidationError:
    pass
sys.setprofile(None)
print(*built)
"""

_EVENING = f"""{_WATCH}
from combatlog.app.campaign import create, open
from combatlog.app.session import Session
from combatlog.simulation.run import simulate_events
from rulesets.definitions.shipped import GAMES, load_game
sys.setprofile(watch)
for game in GAMES:
    simulate_events(load_game(game), 1, 30)
    with create(sys.argv[1] + game) as campaign:
        fight = campaign.start("A fight", game)
        session = Session(campaign, fight)
        session.say("note the tide")
    with open(sys.argv[1] + game) as campaign:
        list(campaign.store.read(fight.id))
        campaign.fight(fight.id).state
sys.setprofile(None)
print(*built)
"""


def run(script: str, *args: str) -> str:
    """Return what a script prints in a process of its own, where nothing is built yet."""
    done = subprocess.run(
        [sys.executable, "-c", script, *args], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("combatlog.server.seat", "Kept"),
        ("combatlog.server.presence", "Told"),
        ("events.store.statements", "Voice"),
        ("rulesets.cairn.definition", "Definition"),
        ("rulesets.brighter.definition", "Definition"),
        ("rulesets.paraverse.definition", "Definition"),
    ],
)
def test_a_type_that_threads_read_is_built_with_its_module(module: str, name: str) -> None:
    """Two threads that used it for the first time at once ended the process of a server."""
    assert "" == run(_ONE_TYPE, module, name)


@pytest.mark.slow
def test_a_type_that_no_module_has_built_is_found() -> None:
    """What these tests watch for is what msgspec does."""
    assert run(_ONE_TYPE, "combatlog.client.sending", "Fault")


@pytest.mark.slow
def test_playing_builds_no_type(tmp_path: Path) -> None:
    """Whatever an evening reads and writes was built with its modules."""
    assert "" == run(_EVENING, f"{tmp_path}/")
