"""`sandbox solve` as people call it."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.trials.search.puzzles import DROP, HOPELESS, without_stock


@pytest.fixture
def drop(tmp_path: Path) -> Path:
    path = tmp_path / "drop.toml"
    path.write_text(DROP)
    return path


def solve(*arguments: object, hash_seed: str = "0") -> tuple[int, str, str]:
    """Run the command in a process of its own."""
    ran = subprocess.run(
        [sys.executable, "-m", "sandbox", "solve", *map(str, arguments)],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        timeout=300,
    )
    return ran.returncode, ran.stdout, ran.stderr


def test_a_win_is_written_and_its_commands_win_again(drop: Path, tmp_path: Path) -> None:
    code, out, _ = solve(drop, "--runs", 40, "--jobs", 1, "--json", "--out", tmp_path / "wins")
    assert code == 0
    answer = json.loads(out)
    (win,) = answer["wins"]
    assert (win["way"], win["chain"][0]) == (1, "bowling_ball")
    way = {"way": 1, "pieces": ["bowling_ball"], "chain": win["chain"], "wins": 1}
    assert (answer["ways"], answer["near_ways"]) == ([way], [])
    assert (win["parts"], answer["of"], win["uses"], answer["complete"]) == (1, 1, {"bowling_ball": 1}, True)
    assert Path(win["recording"]) == tmp_path / "wins" / "drop.solve1.replay" and Path(win["recording"]).exists()
    script = tmp_path / "win.jsonl"
    script.write_text("".join(json.dumps(command) + "\n" for command in win["commands"]))
    ran = subprocess.run(
        [sys.executable, "-m", "sandbox", "run", drop, "--commands", script, "--seconds", "9", "--expect", "won"],
        timeout=300,
    )
    assert ran.returncode == 0


def test_the_same_answer_to_the_byte_on_more_processes_and_with_other_hashes(drop: Path) -> None:
    answers = [
        solve(drop, "--runs", 55, "--seconds", 2, "--json", "--jobs", jobs, hash_seed=str(jobs)) for jobs in (1, 2)
    ]
    assert answers[0] == answers[1] and answers[0][0] == 0


def test_no_win_exits_1_and_says_how_near_it_came(tmp_path: Path) -> None:
    path = tmp_path / "hopeless.toml"
    path.write_text(HOPELESS)
    code, out, _ = solve(path, "--runs", 10, "--seconds", 3)
    assert code == 1 and "no win was found; the nearest run came to" in out


def test_a_search_whose_processes_die_says_why_and_exits_3(drop: Path) -> None:
    code, out, _ = solve(drop, "--runs", 40, "--jobs", 1, "--max-memory", 64)
    assert code == 3 and "runs 1 to 40 count for nothing" in out and "64 MB of memory" in out
    assert "nothing was tried, so nobody knows whether it can be won" in out and "no win was found" not in out


@pytest.mark.parametrize(
    ("solved", "code", "said"),
    [(False, 1, "it comes to 0 % of the goals within 3 s (--seconds)"), (True, 0, "it wins after 0.")],
)
def test_a_level_without_stock_has_one_placement_to_try(tmp_path: Path, solved: bool, code: int, said: str) -> None:
    path = tmp_path / "empty.toml"
    path.write_text(without_stock(solved))
    answered, out, err = solve(path, "--runs", 60, "--seconds", 3, "--jobs", 1, "--out", tmp_path / "wins")
    # On a busy machine it may take so long that it gives a sign of life.
    complaints = [line for line in err.splitlines() if not re.fullmatch(r"note: (searching|proving).* \.\.\.", line)]
    assert (answered, complaints) == (code, []) and "1 run, seed 1" in out
    assert "its stock is empty, so there is one placement to try, the level as it is" in out and said in out
    assert (tmp_path / "wins" / "empty.solve1.replay").exists() == solved


def test_bad_input_gets_a_sentence_and_exits_2(tmp_path: Path) -> None:
    code, _, err = solve("workshop")
    assert code == 2 and "the level has no goal" in err and "Traceback" not in err
    code, _, err = solve(tmp_path / "none.toml")
    assert code == 2 and len(err.splitlines()) == 1


# -- random tries


def difficulty(*arguments: object) -> tuple[int, str, str]:
    """Run `sandbox difficulty` in a process of its own."""
    ran = subprocess.run(
        [sys.executable, "-m", "sandbox", "difficulty", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=300,
    )
    return ran.returncode, ran.stdout, ran.stderr


def test_the_share_of_random_tries_that_win(drop: Path) -> None:
    code, out, _ = difficulty(drop, "--tries", 20, "--jobs", 1, "--json")
    row = json.loads(out)
    assert code == 0 and row["tries"] == 20 and row["measured"] and 0 <= row["wins"] <= 20
    code, out, _ = difficulty(drop, "--tries", 20, "--jobs", 2)
    assert code == 0 and out.startswith(f"{drop}: difficulty {row['marks']} of 5: ") and out.rstrip().endswith("wins")


def test_only_levels_that_can_be_tried_have_a_share_and_only_bundled_ones_are_kept(drop: Path) -> None:
    code, _, err = difficulty("workshop")
    assert code == 2 and "the level has no goal" in err
    code, _, err = difficulty(drop, "--keep")
    assert code == 2 and "--keep is for the levels in" in err and "Traceback" not in err


def test_results_that_another_process_keeps_meanwhile_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from click.testing import CliRunner

    from sandbox.cli.levels import difficulty as command
    from sandbox.levels import difficulty as difficulties
    from sandbox.levels import library
    from sandbox.levels.difficulty import RandomShare

    for name in ("one", "two", "three"):
        (tmp_path / f"{name}.toml").write_text(DROP)
    shares = {name: RandomShare(f"{number}" * 32, 100, number) for number, name in enumerate(("one", "two"), 1)}
    difficulties.write(tmp_path, {"gone": shares["one"]})

    def measured_beside_another(*_: object) -> RandomShare:
        difficulties.write(tmp_path, {**difficulties.read(tmp_path), "two": shares["two"]})
        return shares["one"]

    monkeypatch.setattr(library, "bundled_dir", lambda: tmp_path)
    monkeypatch.setattr(command, "_share", measured_beside_another)
    ran = CliRunner().invoke(command.difficulty, [str(tmp_path / "one.toml"), "--keep"], standalone_mode=False)
    assert ran.exception is None, ran.output
    assert difficulties.read(tmp_path) == shares, "what is no level any more is dropped"
