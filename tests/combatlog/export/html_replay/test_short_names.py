"""Names of the script and the style are short where nobody could mean something else by them."""

from __future__ import annotations

from combatlog.export.html_replay.short_names import shorten_script, shorten_style


def test_names_that_modules_declare_are_short() -> None:
    """Also within the copies that a spread makes; words of texts stay."""
    module = "export function makeToken() {}\nconst MOST_WIDTH = 3;\n"
    script = 'f("make it",[...makeToken(),MOST_WIDTH,makeToken])'
    assert 'f("make it",[...$a(),$b,$a])' == shorten_script(script, [module])


def test_what_may_be_a_property_or_a_word_keeps_its_name() -> None:
    """So do names that no module declares."""
    module = "const aKey = 1;\nlet aPlace = 2;\nfunction aWord() {}\n"
    script = "x={aKey:1};x.aPlace=`${aWord()}`;aPlace=aKey+aWord()+anotherName"
    assert script == shorten_script(script, [module])


def test_variables_of_the_style_are_short_unless_the_script_sets_them() -> None:
    """The ones found most have the shortest names."""
    style = "a{--rule:1;--ink:2;color:var(--ink);width:var(--share);top:var(--ink)}"
    expected = "a{--b:1;--a:2;color:var(--a);width:var(--share);top:var(--a)}"
    assert expected == shorten_style(style, 'it.set("--share",1)')
