"""The short names of the page's script."""

from __future__ import annotations

from combatlog.export.html_replay.short_names import shorten_names


def test_declared_names_are_shortened_wherever_they_stand() -> None:
    """In their module, where they are handed on, and where they are used."""
    script = "const{showField}=(()=>{function showField(){}return{showField};})();showField();"
    expected = "const{$0}=(()=>{function $0(){}return{$0};})();$0();"
    assert expected == shorten_names(script)


def test_properties_texts_and_short_names_stay() -> None:
    """They would be other ones."""
    for used in (
        "one.showField",
        "({showField:1})",
        "({showField,two})",
        '"showField"',
        "`${showField()}`",
    ):
        script = f"function showField(){{}}{used}"
        assert script == shorten_names(script)
    assert "function find(){}" == shorten_names("function find(){}")
