"""Other releases of the engine: kept apart, told in a table; and what is no release gets one sentence."""

import shutil
import sys
import sysconfig
from pathlib import Path

import pymunk
import pytest

from sandbox.errors import Refused
from sandbox.recording import fingerprint, user_folders
from sandbox.recording.arithmetic_classes import name_of
from sandbox.recording.sealed_tree import seal_tree
from sandbox.recording.user_seal import user_seal
from sandbox.verify import engines, verifier
from sandbox.verify.verdicts import Difference, Report, Verdict
from tests import frames


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return user_folders.cache_dir() / "engines"


@pytest.fixture
def other(cache: Path) -> str:
    """An engine that a test need not download: a copy of ours whose solver iterates less than it is told."""
    tag = f"{sys.implementation.cache_tag}-{sysconfig.get_platform()}"
    folder = cache / f"pymunk-0.0.1-{tag}"
    shutil.copytree(Path(pymunk.__file__).parent, folder / "pymunk", ignore=shutil.ignore_patterns("__pycache__"))
    space = folder / "pymunk" / "space.py"
    source = space.read_text("utf-8")
    told, step = "lib.cpSpaceSetIterations(self._space, value)", "    def step(self, dt: float) -> None:"
    assert source.count(told) == source.count(step) == 1
    coarse = "    def step(self, dt):\n        self.iterations = 3\n        self._step(dt)\n\n"
    changed = source.replace(told, told.replace("value", "3")).replace(step, coarse + step.replace("step", "_step"))
    space.write_text(changed, "utf-8")
    version = folder / "pymunk" / "_version.py"
    version.write_text(version.read_text("utf-8") + "\nversion = '0.0.1'\n", "utf-8")
    seal(folder)
    return "pymunk==0.0.1"


def seal(folder: Path) -> None:
    seal_tree(folder, folder.name, user_seal(user_folders.data_dir()))


def test_a_recording_drifts_under_another_engine_and_the_table_says_so(other: str, tmp_path: Path) -> None:
    frames.small_session(tmp_path / "a.replay")
    folder = engines.prepare(other)
    (report,) = verifier.verify_all([tmp_path / "a.replay"], engine=folder)
    assert report.verdict is Verdict.DRIFT and report.exit == 3
    assert "the engine and arithmetic of the recording's machine was another" in report.reason
    assert f"recorded on: {name_of(fingerprint.arithmetic())}; verified on: unnamed class " in report.reason
    assert report.difference is not None and "code" not in report.difference.changed
    (ours,) = verifier.verify_all([tmp_path / "a.replay"])
    file = report.file
    heading, row, count = engines.table([file], {"pymunk==0.0.1": {file: report}, "ours": {file: ours}})
    assert heading.split() == ["recording", "pymunk==0.0.1", "ours"]
    assert f"from tick {report.first_bad_tick}, " in row and row.endswith("equal")
    assert count.split() == ["equal", "0", "of", "1", "1", "of", "1"]


def test_an_engine_that_is_there_is_not_made_again(other: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "_install", lambda *_: pytest.fail("it was downloaded again"))
    assert engines.prepare(other).is_dir()


def test_an_engine_that_somebody_has_changed_is_not_run(
    other: str, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is installed again, which fails here, without the network."""
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    (folder,) = cache.iterdir()
    with (folder / "pymunk" / "__init__.py").open("a") as file:
        file.write(f"\nopen({str(tmp_path / 'ran')!r}, 'w')\n")
    with pytest.raises(Refused, match="can't be installed"):
        engines.prepare(other)
    assert not (tmp_path / "ran").exists() and not folder.exists()


@pytest.mark.parametrize("engine", ["pymunk", "pymunk>=7", "numpy==2.0", "pymunk==7.2.0 evil", "pymunk==../x", "-r x"])
def test_only_one_exact_release_of_the_engine_is_taken(cache: Path, engine: str) -> None:
    with pytest.raises(Refused, match=r"name one release, as in --engine pymunk==7\.2\.0"):
        engines.prepare(engine)
    assert not cache.exists()


def test_a_release_that_can_not_be_had_leaves_nothing_behind(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    with pytest.raises(Refused, match=r"can't be installed: .*pymunk==9\.9\.9"):
        engines.prepare("pymunk==9.9.9")
    assert not cache.exists() or list(cache.iterdir()) == []


def test_a_release_without_what_this_program_calls_is_refused(other: str, cache: Path) -> None:
    (folder,) = cache.iterdir()
    (folder / "pymunk" / "batch.py").write_text("")
    seal(folder)
    with pytest.raises(Refused, match="this program does not run with it: "):
        engines.prepare(other)


def test_the_words_of_a_cell() -> None:
    def told(verdict: Verdict, found: Difference | None) -> str:
        return engines.cell(Report("a", verdict, 0, 9, 5, None, 7, "because", (), found))

    assert told(Verdict.PASS, None) == "equal"
    assert told(Verdict.REFUSED, None) == "refused: because"
    unseen = Difference(None, None, 1e-9, (), "won at tick 5", "won at tick 5", ("engine",))
    assert told(Verdict.DRIFT, unseen) == "from tick 7, not visible, outcome kept"
    lost = unseen._replace(visible_tick=8, now="open")
    assert told(Verdict.NONDETERMINISTIC, lost) == "from tick 7, visible by 8, won at tick 5 -> open (nondeterministic)"
