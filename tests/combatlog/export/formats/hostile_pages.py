"""Pages to try writers on: one with everything a page can hold, and texts nobody would want."""

from __future__ import annotations

from combatlog.export.document import (
    Block,
    Bullets,
    Code,
    Folded,
    Footnote,
    Heading,
    Page,
    Paragraph,
    Small,
    Table,
)
from projections.text.prose import Span

HOSTILE: tuple[str, ...] = (
    # the five of the issue, and what else ends or begins markup somewhere
    "[[Evil]] {{x}} <script>alert(1)</script>",
    "a|b||c ! d !! e",
    "%%",
    "%% a %%% b %%%% <nowiki>c</nowiki> %%",
    "line\nbreak\r\nand\ttab\n\nand paragraph",
    "\n* item\n# item\n: indented\n; term\n= head =\n  * dokuwiki\n  - item\n> quote\n----\n",
    "\u202eright to left\u202c \u200bzero\u200d width\ufeff \x00 null \x07 \x1b[31m \x85 \ud800",
    "x" * 4000,
    "Ünï ßtraße Ελένη Ольга 太郎 아다 שרה مريم 🐺❤️ e\u0301 \u0061\u0300\u0315",
    # MediaWiki
    "'''bold''' ''italic'' ~~~~ ~~~",
    "{{{1}}} {{PAGENAME}} {{Evil|x=y}} {{#if:x|y}} {{int:edit}} {{!}} {{subst:x}}",
    "__TOC__ __NOTOC__ __NOINDEX__ #REDIRECT [[Evil]]",
    "[[Category:Evil]] [[File:Evil.png]] [[:Evil]] [[en:Evil]] [[Special:Userlogout|go]]",
    "-{zh:a;en:b}- <nowiki> </nowiki> <pre> <!-- x --> <ref>y</ref> <math>z</math>",
    "RFC 1 PMID 1 ISBN 0-123456-78-9 ISBN 9780123456789",
    "{| class=x\n|-\n! a\n| b\n|}",
    "&lt;b&gt; &amp;amp; &#91;&#x5b; &nbsp; &",
    "== head ==",
    # DokuWiki
    "**b** //i// __u__ ''m'' <sub>s</sub> <sup>s</sup> <del>d</del> \\\\ break",
    "((note)) (((note)))) )) ((",
    "~~NOTOC~~ ~~NOCACHE~~ ~~INFO:version~~",
    "{{rss>http://127.0.0.1/evil}} {{wiki:logo.png}} {{http://127.0.0.1/x.png}}",
    "<html><b>x</b></html> <php>echo 1;</php> <code>x</code> <file php x.php>y</file> <HTML>",
    "^ head ^ head ^ ::: ^",
    "(c) (r) (tm) ... -- --- 640x480 1x2 \"quoted\" 'single' it's 5'10\" -> <- <-> => <= <=> >>",
    ":-) 8-) ;-) :-/ :-\\ FIXME DELETEME :-D",
    "WikiName CamelCase [[this>x]] [[doku>x]] [[\\\\server\\share]] [[ada@evil.example]]",
    # Markdown, Obsidian, HTML, BBCode, addresses that become links by themselves
    "# h\n- i\n+ i\n1. i\n1) i\n***\n===\n---\n```\n~~~\n    code",
    "*b* _b_ **b** __b__ ~~s~~ `c` ``c`` ![x](http://127.0.0.1/x.png) [x](javascript:alert(1))",
    "[x]: http://127.0.0.1/ [^1] [^1]: note #tag #1 @mention GH-1 a/b#1 ^block %%comment%%",
    "http://127.0.0.1/x?y=z&w https://evil.example www.evil.example ftp://x irc://x mailto:a@b.c",
    "ada@evil.example <ada@evil.example> <http://evil.example> //evil.example/x",
    "[b]b[/b] [url=http://evil.example]x[/url] [img]x[/img] [spoiler] [/td] [x:y] @[x](y:1)",
    '" onmouseover="alert(1)" x=\' style=a:b; </td></table></div><img src=x onerror=alert(1)>',
    "$x^2$ $$y$$ \\[z\\] \\ \\\\ \\* : :: ::: --> ]]> </textarea> </title> </style> </details>",
    "= [ ] { } # | < > * _ ~ ` ! $ ^ & % @ ; , . / ? - + \\ ( )",
    "../../etc/passwd ./x /x C:\\x con nul.txt x. .x x? *",
    "%41 %2F &amp; ~~~ ./ .. % %% %%%",
    # what only its neighbours make markup
    *("Jess'", "'tis", "s", "1", "a-", "-a", "http:", "mailto:", "%", "RFC", "\u0338\u0301over"),
    *("{{evil.png}}", "[x", "x]", "[x]", "=", "== x ==", "//", "**", "))", "\\\\"),
    "« quoted » why ? so ! 50 % this : that ; 5\xa0m",
    " ",
    "",
)
"""Names and reasons as somebody might type them."""


def everywhere(text: str) -> Page:
    """A page with the text in every place a text can have."""
    return Page("fight-1", "fight", text, blocks_of(text), {"title": text, "names": (text,)})


def blocks_of(text: str) -> tuple[Block, ...]:
    """Blocks with the text in every place a text can have; `blank` is where it leads to, `nowhere`
    a page that is not among the exported."""
    span, strong, slanted = Span(text), Span(text, "strong"), Span(text, "emphasis")
    link, lost = Span(text, to="blank"), Span(text, "strong", "nowhere")
    return (
        Heading(text),
        Heading(text, 3),
        Paragraph((span,)),
        Paragraph((span, Span(" and "), span, span)),
        Paragraph((strong, slanted, Span(" then "), Span(text, "strong", "blank"), lost)),
        Paragraph((Span("un"), link, Span("s"), Small((strong, slanted, Span("s", "emphasis"))))),
        Paragraph((Span("Before "), Small((span, strong, link)), Footnote((span, link)))),
        Bullets(((span,), (strong, Small((span,))), (link, Footnote((strong,))))),
        Table((text, text), (((span,), (link, Small((slanted,)))), ((), (span,))), frozenset({1})),
        Folded(text, ((span,), (Span("At "), strong, link, Footnote((span,))))),
        Code(text),
    )


BLANK = Page("blank", "combatant", "A blank page", ())
"""What links of `everywhere` lead to."""


def sample() -> tuple[Page, ...]:
    """A fight and one who fought in it, in ordinary words."""
    ada = Span("Ada", "strong", "ada")
    fight = Page(
        "fight-1",
        "fight",
        "Ambush at the bridge",
        (
            Paragraph((Span("The party won in two rounds."),)),
            Heading("Who fought"),
            Table(
                ("Name", "HP"),
                (((ada,), (Span("3/5"),)), ((Span("Rhinoceros"),), (Span("0/20"),))),
                frozenset({1}),
            ),
            Heading("The fight"),
            Heading("Round 1", 3),
            Paragraph(
                (
                    ada,
                    Span(" emptied her rifle into the "),
                    Span("beast", "emphasis"),
                    Span("."),
                    Footnote((Span("Corrected: it was the rifle, said "), Span("Ben", to="ben"))),
                    Small((Span("Ada 2d10: "), Span("9", "strong"), Span(", 3"))),
                )
            ),
            Bullets(((Span("Cho is deprived."),), (ada, Span(" has a scar.")))),
            Folded("Every roll", ((Span("d8: 3"),), (ada, Span(" 2d10: 9, 3")))),
            Heading("Seal"),
            Code("1:94:2f0c7b"),
        ),
        {"game": "golden-idol", "rounds": 2, "players": ("Ada", "Ben")},
    )
    return fight, Page("ada", "combatant", "Ada", (Paragraph((Span("She fought once."),)),))
