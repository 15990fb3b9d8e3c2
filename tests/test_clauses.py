"""The clauses of the rules: what is written of them, and that a test proves each."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from docs.generators import marks
from docs.generators.book import clause_ids, credits_of_games, groups, options_of, plain
from docs.generators.rules import anchor, rules, undescribed
from rulesets.definitions.shipped import GAMES, load_shipped_game
from tests.support.clauses import Clauses

ROOT = Path(__file__).parent.parent


def test_every_clause_is_written_down() -> None:
    """Each group is numbered from 1 on without a gap."""
    how_many = {"ALL": 4, "CF": 29, "BW": 16, "PV": 21}
    wanted = [f"{group}-{n:02}" for group, last in how_many.items() for n in range(1, last + 1)]
    assert wanted == clause_ids()


def test_every_clause_says_something() -> None:
    """A title, and a statement of whole sentences, also where it is read or chosen otherwise."""
    for group in groups():
        for clause in group.clauses:
            assert clause.title and not clause.title.endswith(".")
            for text in (clause.statement, *clause.readings):
                assert plain(text).endswith((".", "|"))
            for said in clause.options.values():
                assert all(said.values())


def test_every_option_is_described_and_every_described_option_is_read() -> None:
    """By its name and with each of its values, in every set of rules and every game's file."""
    assert [] == undescribed()
    assert "morale" in options_of("cairn")
    assert ("out", "dead") == options_of("cairn")["npc_critical"]


def test_every_clause_that_the_code_names_is_written_down() -> None:
    """A refusal, an overruling or a comment cites none that cannot be looked up."""
    packages = ("events", "projections", "rulesets", "replay", "combatlog")
    files = [file for package in packages for file in (ROOT / package).rglob("*.*")]
    named = {
        name
        for file in files
        if file.suffix in (".py", ".toml")
        for name in re.findall(r"\b(?:ALL|CF|BW|PV)-\d+", file.read_text("utf-8"))
    }
    assert "CF-05" in named
    assert set() == named - set(clause_ids())


@pytest.mark.slow
def test_the_page_has_every_clause_and_its_tests() -> None:
    """A heading that the contents link to, and the names of the tests as they can be read."""
    page = rules()
    for group in groups():
        assert f"\n## {group.title}\n" in page
        for clause in group.clauses:
            assert f"\n### {clause.id} {clause.title}\n" in page
            assert f"](#{anchor(clause)})" in page
    assert "- [blast](../tests/rulesets/cairn/test_blast.py): a blast rolls for each target" in page
    assert "- `out` (the default): " in page


@pytest.mark.slow
def test_the_page_and_the_readme_credit_the_games() -> None:
    """All that come with combatlog, in the same words."""
    page, readme = plain(rules()), plain((ROOT / "README.md").read_text("utf-8"))
    known = credits_of_games()
    shipped = {load_shipped_game(id).name for id in GAMES}
    assert shipped <= {credit.name for credit in known.games}
    for credit in known.games:
        said = plain(f"- **{credit.name}**: {credit.text}.")
        assert said in page
        assert said in readme
    assert plain(known.note) in readme


@pytest.mark.slow
def test_the_page_names_the_tests_that_pytest_collects(request: pytest.FixtureRequest) -> None:
    """What is read off the files is what the run has: the same tests, the same clauses."""
    plugin = request.config.pluginmanager.get_plugin("clauses")
    assert isinstance(plugin, Clauses)
    collected = plugin.marks
    read = {(proof.file, proof.name): set(proof.clauses) for proof in marks.proofs()}
    assert collected
    assert {test: set(clauses) for test, clauses in collected.items() if clauses} == {
        test: clauses for test, clauses in read.items() if test in collected
    }
    files = {file for file, _ in collected}
    if request.config.args_source is not request.config.ArgsSource.ARGS:
        assert {file for file, _ in read} <= files


def test_marks_of_files_classes_functions_and_parameters_are_read(tmp_path: Path) -> None:
    """Wherever pytest looks for a mark, and each clause once."""
    (tmp_path / "test_marked.py").write_text(
        "import pytest\n"
        "pytestmark = [pytest.mark.slow, pytest.mark.clause('CF-01')]\n"
        "def test_plain(): ...\n"
        "@pytest.mark.clause('CF-02', 'CF-01')\n"
        "def test_several(): ...\n"
        "def helper(): ...\n"
        "@pytest.mark.parametrize('n', [pytest.param(1, marks=pytest.mark.clause('CF-03'))])\n"
        "def test_parameter(n): ...\n"
        "@pytest.mark.clause('CF-04')\n"
        "class TestMany:\n"
        "    async def test_inner(self): ...\n"
    )
    (tmp_path / "test_unmarked.py").write_text("def test_nothing(): ...\n")
    assert [
        ("test_plain", ("CF-01",)),
        ("test_several", ("CF-01", "CF-02")),
        ("test_parameter", ("CF-01", "CF-03")),
        ("TestMany::test_inner", ("CF-01", "CF-04")),
    ] == [(proof.name, proof.clauses) for proof in marks.proofs(tmp_path)]


CONFTEST = """
import sys
sys.path.insert(0, {root!r})
from rulesets.definitions.shipped import GAMES, load_shipped_game
from tests.support.clauses import Clauses

def pytest_configure(config):
    config.addinivalue_line("markers", "clause(*ids): clauses")
    config.pluginmanager.register(Clauses(["CF-01", "CF-02"]), "clauses")
"""

PROVED = """
import pytest

@pytest.mark.clause("CF-01", "CF-02")
def test_both():
    pass
"""

HALF_PROVED = """
import pytest

@pytest.mark.clause("CF-01")
def test_one():
    pass

def test_none():
    pass
"""


WORKERS = [(), ("-n", "2")]
"""Tests in one process, and in two by pytest-xdist."""

Run = Callable[..., tuple[int, str]]


@pytest.fixture
def run(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a suite with options; return pytest's exit code and what it prints."""
    for name in ("PYTEST_ADDOPTS", "PYTEST_XDIST_WORKER", "PYTEST_XDIST_WORKER_COUNT"):
        monkeypatch.delenv(name, raising=False)

    def run(suite: str, *options: str, conftest: str = CONFTEST) -> tuple[int, str]:
        pytester.makeconftest(conftest.format(root=str(ROOT)))
        pytester.makepyfile(test_suite=suite)
        done = pytester.runpytest_inprocess("-p", "no:cacheprovider", *options)
        return done.ret, str(done.stdout) + str(done.stderr)

    return run


@pytest.mark.sampled
@pytest.mark.parametrize("workers", WORKERS)
def test_a_run_in_which_every_clause_has_a_passing_test_passes(
    run: Run, workers: tuple[str, ...]
) -> None:
    """And nothing is said of clauses, in one process or in several."""
    code, said = run(PROVED, *workers)
    assert 0 == code
    assert "No passing test" not in said


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("workers", WORKERS)
def test_a_clause_without_a_test_fails_the_run(run: Run, workers: tuple[str, ...]) -> None:
    """Though every test passes; the sentence names that clause alone."""
    code, said = run(HALF_PROVED, *workers)
    assert 1 == code
    assert "2 passed" in said
    assert "No passing test proves CF-02: " in said


@pytest.mark.sampled
@pytest.mark.parametrize(
    "last",
    [
        "assert False",
        "pytest.skip('not today')",
        "pytest.xfail('not yet')",
    ],
)
def test_a_clause_whose_tests_do_not_pass_fails_the_run(run: Run, last: str) -> None:
    """Failed, skipped or expected to fail proves nothing."""
    code, said = run(PROVED.replace("    pass", f"    {last}"))
    assert 1 == code
    assert "No passing test proves CF-01 and CF-02: " in said


@pytest.mark.sampled
@pytest.mark.parametrize(
    "options",
    [
        ("-k", "test_one"),
        ("-m", "clause"),
        ("test_suite.py",),
        ("test_suite.py::test_one",),
        ("--deselect", "test_suite.py::test_none"),
        ("--collect-only",),
    ],
)
def test_a_narrowed_run_says_nothing_of_clauses(run: Run, options: tuple[str, ...]) -> None:
    """Those that prove the rest may just not have been asked for."""
    code, said = run(HALF_PROVED, *options)
    assert 0 == code
    assert "No passing test" not in said


def test_a_run_that_stopped_early_says_nothing_of_clauses(run: Run) -> None:
    """Its failure is enough."""
    code, said = run("def test_first():\n    assert False\n" + PROVED, "-x")
    assert 1 == code
    assert "No passing test" not in said


LEAVING_OUT_SLOW_TESTS = """

def pytest_collection_modifyitems(config, items):
    config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("slow")])
    items[:] = [item for item in items if not item.get_closest_marker("slow")]
"""


@pytest.mark.sampled
@pytest.mark.parametrize("workers", WORKERS)
def test_slow_tests_that_were_left_out_prove_nothing(run: Run, workers: tuple[str, ...]) -> None:
    """The fast tests have to prove every clause."""
    suite = PROVED.replace("def", "@pytest.mark.slow\ndef") + HALF_PROVED
    code, said = run(suite, *workers, conftest=CONFTEST + LEAVING_OUT_SLOW_TESTS)
    assert 1 == code
    assert "No passing test proves CF-02: " in said


@pytest.mark.sampled
@pytest.mark.parametrize("options", [(), ("-k", "test_one"), ("-n", "2")])
def test_an_unknown_clause_is_an_error(run: Run, options: tuple[str, ...]) -> None:
    """Always, before any test has run, with the test that names it; and it is said once."""
    code, said = run(HALF_PROVED.replace("CF-01", "CF-99"), *options)
    assert pytest.ExitCode.USAGE_ERROR == code
    assert 1 == said.count("test_suite.py::test_one: CF-99")
    assert "Traceback" not in said
    assert "passed" not in said
