"""Levels that are written by scripts beside them: each script still gives its level, and the solution that is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox.authoring import saving
from sandbox.authoring.script import compile_script, execute
from sandbox.authoring.script_level import ScriptLevel
from sandbox.authoring.script_run import Current, Saved, ScriptRun
from sandbox.levels import levels, library, solutions
from sandbox.levels.solution_places import places_of_solution
from sandbox.recording import reader

SCRIPTS = sorted(path for path in library.bundled_dir().rglob("*.py") if not path.name.startswith("_"))


@pytest.fixture
def unlike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Fills as scripts are run: what they would write that is not what lies there. Nothing is simulated or written."""
    found: list[str] = []

    def save(level: ScriptLevel, path: Path) -> Saved:
        assert not Current.run.free, "a number that is still free: write down what the sweep has found"
        design, new = level.design(), tmp_path / path.name
        level.refuse_overlaps(design)
        levels.write(new, design)
        if not path.exists() or new.read_bytes() != path.read_bytes():
            found.append(f"{path.name} is another level than its script writes")
        solution = places_of_solution(path)[0]
        if not solution.exists() or not solutions.holds(reader.read(solution), design, level.solution(design)):
            found.append(f"{solution.name} is another solution than the script gives")
        saved = Saved(path, solution, None, design.title, True, ())
        Current.run.saved.append(saved)
        return saved

    monkeypatch.setattr(saving, "save", save)
    return found


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_gives_the_level_and_the_solution_that_lie_beside_it(script: Path, unlike: list[str]) -> None:
    run = ScriptRun(sweeps=True, picture=False)
    execute(compile_script(script), run)
    saved = [row.level.resolve() for row in run.saved if isinstance(row, Saved)]
    assert saved == [script.with_suffix(".toml").resolve()], "one level a script, of its name"
    assert not unlike


def test_a_level_that_was_changed_without_its_script_is_noticed(tmp_path: Path, unlike: list[str]) -> None:
    source = (
        "from sandbox.authoring import Level\nlevel = Level('Heap')\nground = level.room()\n"
        "level.put('crate').on(ground, x=1.0)\nlevel.give('crate').on(ground, x=CRATE)\nlevel.save()\n"
    )
    (tmp_path / "heap.py").write_text(source.replace("CRATE", "2.0"), "utf-8")
    level, replay = SCRIPTS[0].with_suffix(".toml"), places_of_solution(SCRIPTS[0])[0]
    (tmp_path / "levels").mkdir()
    (tmp_path / "replays").mkdir()
    (tmp_path / "levels" / "heap.py").write_text(source.replace("CRATE", "2.0"), "utf-8")
    (tmp_path / "levels" / "heap.toml").write_bytes(level.read_bytes())
    (tmp_path / "replays" / "heap.replay").write_bytes(replay.read_bytes())
    execute(compile_script(tmp_path / "levels" / "heap.py"), ScriptRun(picture=False))
    assert len(unlike) == 2 and unlike[0].startswith("heap.toml") and unlike[1].startswith("heap.replay")


@pytest.mark.parametrize("name", ["greenhouse/balloon-post", "drop"])
def test_making_a_solution_again_changes_no_bit_of_its_recording(name: str, tmp_path: Path) -> None:
    """As `sandbox author levels` does on a fresh clone. Balloon post was blessed, and ends 256 ticks after its win."""
    level = library.bundled_dir() / f"{name}.toml"
    kept = places_of_solution(level)[0].read_bytes()
    copy = tmp_path / "copy.replay"
    copy.write_bytes(kept)
    before = reader.read(copy)
    assert before.others and (before.blessings or name == "drop")
    recorded = solutions.record_solution(copy, levels.read(level), before.commands)
    assert copy.read_bytes() == kept and not recorded.remark
