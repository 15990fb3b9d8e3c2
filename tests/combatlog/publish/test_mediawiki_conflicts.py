"""Somebody edits the page of a MediaWiki while it is published, or takes the markers off it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from combatlog.publish import mediawiki_client as media
from combatlog.publish.wiki import WikiPage
from tests.combatlog.publish.given import Person, media_client, publish, sheet
from tests.services.mediawiki import MediaWiki


@pytest.fixture(scope="module")
def ada(mediawiki: MediaWiki) -> Person:
    return Person(mediawiki)


def between(
    wiki: media.MediaWiki, monkeypatch: pytest.MonkeyPatch, edits: list[Callable[[], None]]
) -> None:
    """Let edits happen between our reading a page and our writing it, one a try."""
    write = wiki.write

    def later(found: WikiPage, text: str, summary: str) -> None:
        if edits:
            edits.pop(0)()
        write(found, text, summary)

    monkeypatch.setattr(wiki, "write", later)


def test_an_edit_around_the_part_stays(
    mediawiki: MediaWiki, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    wiki = media_client(mediawiki)
    publish(wiki, sheet("Race", "One."))
    between(wiki, monkeypatch, [lambda: ada.writes("Race", ada.reads("Race") + "\nAda was here.")])
    assert "updated" == publish(wiki, sheet("Race", "Two.")).outcome
    text = ada.reads("Race")
    assert (1, 1, 0) == tuple(map(text.count, ("Two.", "Ada was here.", "One.")))


def test_an_edit_by_the_same_user_stays_too(
    mediawiki: MediaWiki, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """MediaWiki sees no conflict of somebody with themselves."""
    wiki = media_client(mediawiki)
    publish(wiki, sheet("Myself", "One."))
    me = Person(mediawiki, mediawiki.account, mediawiki.account_password)
    between(wiki, monkeypatch, [lambda: me.writes("Myself", me.reads("Myself") + "\nMe, too.")])
    publish(wiki, sheet("Myself", "Two."))
    text = ada.reads("Myself")
    assert (1, 1, 0) == tuple(map(text.count, ("Two.", "Me, too.", "One.")))


def test_a_page_made_meanwhile_gets_the_part(
    mediawiki: MediaWiki, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    wiki = media_client(mediawiki)
    between(wiki, monkeypatch, [lambda: ada.writes("Made meanwhile", "Mine.")])
    assert "updated" == publish(wiki, sheet("Made meanwhile", "One.")).outcome
    assert ada.reads("Made meanwhile").startswith("Mine.\n\n<!-- combatlog:begin")


def test_a_page_deleted_meanwhile_is_not_made_again(
    mediawiki: MediaWiki, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    wiki = media_client(mediawiki)
    publish(wiki, sheet("Deleted", "One."))
    between(wiki, monkeypatch, [lambda: ada.site.pages["Deleted"].delete("test")])
    assert "deleted" == publish(wiki, sheet("Deleted", "Two.")).outcome
    assert "" == ada.reads("Deleted")


def test_somebody_who_keeps_editing_our_part_is_not_overwritten(
    mediawiki: MediaWiki, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    wiki = media_client(mediawiki)
    publish(wiki, sheet("Busy", "One."))
    edit = lambda: ada.writes("Busy", ada.reads("Busy").replace("One.", "One. And I."))  # noqa: E731
    between(wiki, monkeypatch, [edit])
    step = publish(wiki, sheet("Busy", "Two."))
    assert "refused" == step.outcome
    assert "Somebody wrote into combatlog's section" in step.problem
    assert "One. And I." in ada.reads("Busy")


def test_what_was_written_into_the_part_is_replaced_when_asked(
    mediawiki: MediaWiki, ada: Person
) -> None:
    wiki = media_client(mediawiki)
    publish(wiki, sheet("Into", "One."))
    ada.writes("Into", ada.reads("Into").replace("One.", "Ours."))
    assert "refused" == publish(wiki, sheet("Into", "Two.")).outcome
    assert "updated" == publish(wiki, sheet("Into", "Two."), overwrite=True).outcome
    assert "Ours." not in ada.reads("Into")


@pytest.mark.parametrize("marker", ["begin", "end"])
def test_a_marker_that_was_removed_is_told(mediawiki: MediaWiki, ada: Person, marker: str) -> None:
    wiki = media_client(mediawiki)
    title = f"No {marker}"
    publish(wiki, sheet(title, "One."))
    kept = [line for line in ada.reads(title).split("\n") if f"combatlog:{marker}" not in line]
    ada.writes(title, "\n".join(kept))
    before = ada.reads(title)
    step = publish(wiki, sheet(title, "Two."), overwrite=True)
    assert "refused" == step.outcome
    assert f"combatlog:{marker} fight:abc" in step.problem
    assert before == ada.reads(title)


def test_a_part_that_was_copied_is_told(mediawiki: MediaWiki, ada: Person) -> None:
    wiki = media_client(mediawiki)
    publish(wiki, sheet("Copied", "One."))
    ada.writes("Copied", ada.reads("Copied") + "\n" + ada.reads("Copied"))
    before = ada.reads("Copied")
    step = publish(wiki, sheet("Copied", "Two."), overwrite=True)
    assert ("refused", True) == (step.outcome, "more than once" in step.problem)
    assert before == ada.reads("Copied")


def test_markers_that_are_both_gone_are_told(mediawiki: MediaWiki, ada: Person) -> None:
    """The part is not simply added anew: somebody may have wanted it off the page."""
    wiki = media_client(mediawiki)
    publish(wiki, sheet("Gone", "One."))
    ada.writes("Gone", "Nothing of it.")
    step = publish(wiki, sheet("Gone", "Two."))
    assert ("refused", True) == (step.outcome, "markers" in step.problem)
    assert "Nothing of it." == ada.reads("Gone")
    publish(wiki, sheet("Gone", "Two."), overwrite=True)
    assert ada.reads("Gone").startswith("Nothing of it.\n\n<!-- combatlog:begin")
