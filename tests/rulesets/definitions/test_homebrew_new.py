"""The file that `combatlog games new` writes: it explains itself and plays as its base does."""

from __future__ import annotations

import re

import msgspec
import pytest

from combatlog.grammar.registry import VERBS
from rulesets.brighter import sheets as brighter
from rulesets.cairn import sheets as cairn
from rulesets.definitions import homebrew_read as taken
from rulesets.definitions.homebrew_read import parse_homebrew
from rulesets.definitions.homebrew_write import list_notes, render_template
from rulesets.definitions.shipped import GAMES, load_game
from rulesets.paraverse import sheets as paraverse
from tests.combatlog.terminal.test_cli import ROOT, Folder, folder
from tests.rulesets.definitions.test_homebrew import HEAD

__all__ = ["folder"]


@pytest.mark.parametrize("base", GAMES)
def test_a_new_one_plays_as_its_base(base: str) -> None:
    """Everything but its name is as in the base."""
    game = load_game(base)
    text = "\n".join(render_template("My own", game, "my-own.toml"))
    read = parse_homebrew(text, "my-own.toml")
    assert ("my-own", "My own") == (read.id, read.name)
    assert game == msgspec.structs.replace(read, id=game.id, name=game.name)


@pytest.mark.parametrize("base", GAMES)
def test_a_new_one_explains_itself(base: str) -> None:
    """It has every option with its answers, every table, and every weapon and creature."""
    game = load_game(base)
    text = "\n".join(render_template("my-own", game, "my-own.toml"))
    for option in game.definition["options"]:
        (line,) = [at for at, row in enumerate(text.split("\n")) if row.startswith(f"{option} =")]
        assert text.split("\n")[line - 1].startswith("# ")
    assert set() == set(game.definition) - set(list_notes(game.rules))
    for name in (*game.definition["weapons"], *game.definition["creatures"]):
        assert f"# {name} = " in text or f'# "{name}" = ' in text
    for name in ("combatlog games show my-own.toml", "takes it out", "[words]", "[options]"):
        assert name in text


@pytest.mark.parametrize(
    ("base", "tags"),
    [
        ("golden-idol", cairn.TAGS),
        ("brighter-worlds", brighter.TAGS),
        ("paraverse", paraverse.TAGS),
    ],
)
def test_a_new_one_names_every_tag_of_a_weapon(base: str, tags: tuple[str, ...]) -> None:
    """These are the words that can stand after its dice."""
    text = " ".join(render_template("my-own", load_game(base), "my-own.toml"))
    assert [] == [tag for tag in tags if tag not in text]


@pytest.mark.parametrize("base", ["brighter-worlds", "paraverse"])
def test_a_new_one_speaks_of_no_other_game(base: str) -> None:
    """Neither their tags nor their fields are mentioned."""
    text = " ".join(render_template("my-own", load_game(base), "my-own.toml"))
    assert [] == [word for word in ("Cairn", "clumsy", "detachment", "recoilless") if word in text]


@pytest.mark.parametrize("base", GAMES)
def test_what_stands_as_a_remark_can_be_taken_as_it_is(base: str) -> None:
    """Without its #, every line of the base's weapons and creatures reads as it did."""
    game = load_game(base)
    text = "\n".join(render_template("my-own", game, "my-own.toml"))
    for entry in (*game.definition["weapons"], *game.definition["creatures"]):
        text = re.sub(rf'^# ("?{re.escape(entry)}"? = (?!false))', r"\1", text, flags=re.MULTILINE)
    text = re.sub(r'^# ("Old .* = )', r"\1", text, flags=re.MULTILINE)
    read = parse_homebrew(text, "my-own.toml")
    (old,) = set(read.definition["creatures"]) - set(game.definition["creatures"])
    assert 2 == read.definition["creatures"].pop(old)["armor"]
    assert game.definition == read.definition


@pytest.mark.slow
def test_a_new_one_from_the_command_line(folder: Folder) -> None:
    """It is written, shown and played; an existing file is overwritten only with --force."""
    told = folder.done("games", "new", "salt-and-iron", "--from", "thalassa")
    assert "salt-and-iron.toml is ready: Salt And Iron, made from Thálassa." in told
    assert "Salt And Iron (salt-and-iron" in folder.done("games", "show", "salt-and-iron.toml")
    assert "exists already" in folder.refused("games", "new", "salt-and-iron")
    folder.done("games", "new", "salt-and-iron", "--force")
    folder.done("games", "new", "Salt", "other")
    assert 'name = "Salt"' in (folder.path / "other.toml").read_text("utf-8")
    folder.done("new", "harbour")
    folder.done("start", "Night", "--game", "salt-and-iron.toml")
    assert '"id": "salt-and-iron"' in folder.done("games", "show", "salt-and-iron.toml", "--json")
    assert "salt-and-iron" not in folder.done("games", "--json")


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (("thalassa",), "“thalassa” comes with combatlog; choose a name of your own."),
        (("!!",), "“!!” is no name for a game; it needs a letter."),
        (("x", "--from", "chess"), "There is no game “chess”"),
    ],
)
def test_a_new_one_that_cannot_be_is_refused(
    folder: Folder, said: tuple[str, ...], words: str
) -> None:
    """Nothing is written."""
    assert words in folder.refused("games", "new", *said)
    assert [] == list(folder.path.iterdir())


@pytest.mark.slow
def test_a_fault_on_the_command_line_is_one_sentence(folder: Folder) -> None:
    """No fight is started."""
    (folder.path / "h.toml").write_text(HEAD + "[options]\nmorale = 1", "utf-8")
    folder.done("new", "harbour")
    sentence = "h.toml, line 5: options.morale: is true or false, not 1.\n"
    assert sentence == folder.refused("start", "Night", "--game", "h.toml")
    assert sentence == folder.refused("games", "show", "h.toml")
    assert "No fight yet" in folder.done("fights")


def test_the_one_in_the_readme_is_a_game() -> None:
    """And says what the how-to page says of it."""
    section = (ROOT / "docs" / "howto" / "own-game.md").read_text("utf-8")
    text = section.partition("```toml\n")[2].partition("```")[0]
    game = parse_homebrew(text, "README.md")
    assert 7 == game.definition["creatures"]["Old Wolf"]["Guts"]
    assert "SMG" not in game.definition["weapons"]


def test_no_game_calls_its_special_action_as_another_verb_is_called() -> None:
    """The reader of homebrew files knows all verbs of the grammar."""
    names = {name for verb in VERBS for name in (verb.name, *verb.aliases)}
    assert names - {"special"} == {*taken.VERBS, *taken.ALIASES}
    assert "" == taken.find_verb("hex")


def test_a_craft_keeps_the_name_that_only_the_people_have_given_up() -> None:
    """HP is Guts for people and still HP for vehicles."""
    text = HEAD + '[scores]\nprotection = "Guts"\n[creatures]\n'
    text += 'Jeep = { from = "Humvee", HP = 6 }\nVan = { HP = 6, INT = 1, ENG = 2, GAU = 3 }\n'
    creatures = parse_homebrew(text, "h.toml").definition["creatures"]
    assert (6, 6) == (creatures["Jeep"]["HP"], creatures["Van"]["HP"])


@pytest.mark.parametrize("base", GAMES)
def test_a_new_one_says_what_the_words_are_for(base: str) -> None:
    """It explains every word of the base whose use is not obvious."""
    game = load_game(base)
    text = " ".join(list_notes(game.rules)["words"])
    said = ("passing", "untold", "dice", "aid", "aids", "aided", "defence", "resolve")
    assert [] == [word for word in said if word in game.words and word not in text]
