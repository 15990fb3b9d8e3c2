"""The fragment of HTML: what is written."""

from __future__ import annotations

from combatlog.export.document import Code, Footnote, Page, Paragraph, Span
from combatlog.export.formats.html import HTML
from tests.combatlog.export.formats.hostile_pages import sample


def written(text: str) -> str:
    """A paragraph of this text."""
    page = Page("x", "fight", "x", (Paragraph((Span(text),)),))
    return HTML.render(page, {}).splitlines()[2]


def test_the_sample_page() -> None:
    """Headings, a table, links, small print, a footnote, folded lines, a seal."""
    fight, ada = sample()
    text = HTML.render(fight, HTML.assign_addresses([fight, ada], "Logs"))
    name = '<strong><a href="Ada.html" dir="auto">Ada</a></strong>'
    assert text == (
        '<article id="combatlog-fight-1">\n'
        '<h1 dir="auto">Ambush at the bridge</h1>\n'
        "<p>The party won in two rounds.</p>\n"
        '<h2 dir="auto">Who fought</h2>\n'
        "<table>\n"
        '<thead><tr><th scope="col" dir="auto">Name</th>'
        '<th scope="col" align="right" dir="auto">HP</th></tr></thead>\n'
        "<tbody>\n"
        f'<tr><td dir="auto">{name}</td><td align="right" dir="auto">3/5</td></tr>\n'
        '<tr><td dir="auto">Rhinoceros</td><td align="right" dir="auto">0/20</td></tr>\n'
        "</tbody>\n</table>\n"
        '<h2 dir="auto">The fight</h2>\n'
        '<h3 dir="auto">Round 1</h3>\n'
        f"<p>{name} emptied her rifle into the <em>beast</em>."
        '<sup id="combatlog-fight-1-ref-1"><a href="#combatlog-fight-1-note-1">1</a></sup>'
        "<small>Ada 2d10: <strong>9</strong>, 3</small></p>\n"
        f"<ul>\n<li>Cho is deprived.</li>\n<li>{name} has a scar.</li>\n</ul>\n"
        '<details><summary dir="auto">Every roll</summary>\n'
        f"<ul>\n<li>d8: 3</li>\n<li>{name} 2d10: 9, 3</li>\n</ul>\n</details>\n"
        '<h2 dir="auto">Seal</h2>\n'
        "<pre><code>1:94:2f0c7b</code></pre>\n"
        '<hr>\n<ol>\n<li id="combatlog-fight-1-note-1">Corrected: it was the rifle, said Ben '
        '<a href="#combatlog-fight-1-ref-1">↩</a></li>\n</ol>\n</article>\n'
    )


def test_html_in_text_is_escaped() -> None:
    """Quotes, too: the page may be pasted anywhere."""
    assert "<p>&lt;b&gt; &amp;lt; &quot;a&quot; &#x27;c&#x27;</p>" == written("<b> &lt; \"a\" 'c'")


def test_mentions_of_kanka_are_broken_up() -> None:
    """Its bracket stands alone; other brackets are unchanged."""
    assert "<p><span>[</span>character:1] [x]</p>" == written("[character:1] [x]")


def test_ids_differ_from_page_to_page() -> None:
    """Two fragments in one page of a wiki do not clash."""
    line = (Paragraph((Footnote((Span("a"),)),)),)
    one, two = (HTML.render(Page(key, "fight", "x", line), {}) for key in ("fight:1", "fight:2"))
    assert 'id="combatlog-fight-1-ref-1"' in one and 'id="combatlog-fight-2-ref-1"' in two


def test_a_known_language_is_named() -> None:
    """Screen readers need it."""
    page = Page("x", "fight", "x", (Code("y"),), {"language": "en"})
    assert '<article id="combatlog-x" lang="en">' in HTML.render(page, {})
    evil = page._replace(properties={"language": 'en" onclick="x'})
    assert '<article id="combatlog-x">' in HTML.render(evil, {})


def test_an_address_is_always_a_relative_file() -> None:
    """Whatever is in it, it is no other kind of address."""
    page = Page("x", "fight", "x", (Paragraph((Span("a", to="y"),)),))
    assert 'href="javascript%3Aalert.html"' in HTML.render(page, {"y": "z/javascript:alert"})
