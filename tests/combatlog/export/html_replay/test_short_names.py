"""Names of the script that are shortened, and those that have to stay."""

from __future__ import annotations

from combatlog.export.html_replay.short_names import shorten_names, shorten_style


def test_what_is_declared_is_shortened_everywhere() -> None:
    """In every module by the same name, which nothing else has."""
    one = "function countBlows(it) { return it.length / 2; } // countBlows\n"
    other = "const total = countBlows([]); let a = total / countBlows(list) / 3;\n"
    texts, short = shorten_names([one, other])
    assert {"countBlows", "total"} == set(short)
    assert "a" not in short.values()
    count, total = short["countBlows"], short["total"]
    assert f"function {count}(it) {{ return it.length / 2; }} // countBlows\n" == texts[0]
    assert f"const {total} = {count}([]); let a = {total} / {count}(list) / 3;\n" == texts[1]


def test_keys_and_properties_stay() -> None:
    """A name that is one of them anywhere is not shortened at all."""
    for use in (
        "given.countBlows",
        "given?.countBlows",
        "({ countBlows })",
        "({ first, countBlows: 1 })",
        "({ countBlows() { return 1; } })",
    ):
        module = f"function countBlows() {{ return 1; }} x = {use};\n"
        assert ([module], {}) == shorten_names([module])


def test_patterns_and_spreads_are_read() -> None:
    """A slash in a pattern ends nothing; a spread is no property."""
    module = 'const pattern = /["/`]+/g; f(...pattern, is ? pattern : pattern, "pattern");\n'
    (text,), short = shorten_names([module])
    name = short["pattern"]
    assert f'const {name} = /["/`]+/g; f(...{name}, is ? {name} : {name}, "pattern");\n' == text


def test_texts_with_places_are_read() -> None:
    """What stands in a place is shortened; the same word beside it stays."""
    module = "const blows = 2; f(`blows ${g({ of: blows })}: ${blows / 2}$ }`, blows, `${2}`);\n"
    (text,), short = shorten_names([module])
    b = short["blows"]
    assert (
        f"const {b} = 2; f(`blows ${{g({{ of: {b} }})}}: ${{{b} / 2}}$ }}`, {b}, `${{2}}`);\n"
        == text
    )


def test_names_of_browsers_stay() -> None:
    """Also where a module declares one, as another may mean that of the browser."""
    module = "const location = 1; window.open(location);\n"
    assert ([module], {}) == shorten_names([module])


def test_what_only_one_module_has_may_be_a_key_elsewhere() -> None:
    """Constants, parameters and what is taken out of lists, unless the module exports it."""
    one = "const [first] = read; const to = (given) => given + first; let total = to;\n"
    other = "x = { given: 1, first: 2, total: 3 };\n"
    texts, short = shorten_names([one, other], {"total"})
    assert ({}, other) == (short, texts[1])
    assert "const [a] = read; const to = (b) => b + a; let total = to;\n" == texts[0]


def test_variables_of_the_style_are_short_unless_the_script_sets_them() -> None:
    """The ones found most have the shortest names."""
    style = "a{--rule:1;--ink:2;color:var(--ink);width:var(--share);top:var(--ink)}"
    expected = "a{--b:1;--a:2;color:var(--a);width:var(--share);top:var(--a)}"
    assert expected == shorten_style(style, 'it.set("--share",1)')
