"""A ZIP archive that BookStack imports: pages in Markdown with links between them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from combatlog.export.document import Page, Span
from combatlog.export.formats.markdown import DIALECT, MarkdownWriter, escape
from combatlog.export.formats.page_formats import cut_bytes
from combatlog.export.formats.page_writer import clean_page_text

_NAME = 255
"""Characters in the name of a page or a book."""
_TAG = 191
"""Bytes in the name or the value of a tag."""


def build_portable_zip(pages: Sequence[Page], title: str = "") -> bytes:
    """Return the archive to import: a page if there is one, else a book of the pages in their
    order, with the first page's title unless `title` is given. The same pages give the same
    bytes."""
    ids = {page.key: number for number, page in enumerate(pages, 1)}
    written = [_build_page(page, ids) for page in pages]
    book = {"id": 1, "name": _cut_name(title or pages[0].title, "combatlog"), "pages": written}
    data = {"page": written[0]} if len(written) == 1 else {"book": book}
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        entry = ZipInfo("data.json")  # without a date: the same pages give the same bytes
        entry.compress_type = ZIP_DEFLATED
        archive.writestr(entry, json.dumps(data, ensure_ascii=False, indent=1))
    return file.getvalue()


def _build_page(page: Page, ids: Mapping[str, int]) -> dict[str, Any]:
    addresses = {key: f"[[bsexport:page:{number}]]" for key, number in ids.items()}
    name = _cut_name(page.title, page.key)
    dialect = DIALECT._replace(link=_write_link, code=_write_code)
    text = MarkdownWriter(dialect, addresses).write_page(
        page, title=name != clean_page_text(page.title).strip()
    )
    tags = [
        {
            "name": cut_bytes(clean_page_text(key), _TAG),
            "value": cut_bytes(
                clean_page_text(one.text if isinstance(one, Span) else str(one)).strip(), _TAG
            ),
        }
        for key, value in page.properties.items()
        for one in (value if isinstance(value, tuple) else (value,))
    ]
    number = ids[page.key]
    return {"id": number, "name": name, "markdown": text, "priority": number, "tags": tags}


def _cut_name(title: str, otherwise: str) -> str:
    return clean_page_text(title).strip()[:_NAME].rstrip() or otherwise


def _write_link(text: str, address: str, in_table: bool) -> str:
    return f"[{escape(text)}]({address})"  # BookStack replaces it by the address of the page


def _write_code(text: str) -> str:
    return f"<code>{escape(text)}</code>"  # BookStack looks for references between fences, too
