"""Write the parts of the documentation that are generated from the code.

python docs/generate.py            write them
python docs/generate.py --check    exit 1 and name what is stale
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS.parent))

from docs.generators.api import api  # noqa: E402
from docs.generators.cli import command_line  # noqa: E402
from docs.generators.http import http  # noqa: E402
from docs.generators.page_types import page_types  # noqa: E402
from docs.generators.protocol import protocol  # noqa: E402
from docs.generators.readme import demonstration, readme, wiki_page  # noqa: E402
from docs.generators.rules import rules  # noqa: E402

GENERATED: dict[str, Callable[[], str]] = {
    "api.md": api,
    "cli.md": command_line,
    "http.md": http,
    "protocol.md": protocol,
    "rules.md": rules,
    "demonstration.md": demonstration,
    "howto/wiki.md": wiki_page,
    "../README.md": readme,
    "../tests/support/server.d.ts": page_types,
}
"""What each file of this folder is written by."""


def stale() -> list[str]:
    """The files that are not what the code would write."""
    return [name for name, write in GENERATED.items() if _present(name) != write()]


def _present(name: str) -> str:
    path = DOCS / name
    return path.read_text("utf-8") if path.exists() else ""


def main(arguments: list[str]) -> int:
    if "--check" in arguments:
        for name in (old := stale()):
            print(f"docs/{name} is not current; run: python docs/generate.py", file=sys.stderr)
        return 1 if old else 0
    for name, write in GENERATED.items():
        (DOCS / name).parent.mkdir(parents=True, exist_ok=True)
        (DOCS / name).write_text(write(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
