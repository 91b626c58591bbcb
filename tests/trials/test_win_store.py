"""A win counts only if its recording verifies and wins the level."""

from pathlib import Path

from sandbox.trials.candidate import Candidate, Placement
from sandbox.trials.win_store import disproof, recorded
from sandbox.verify.verifier import Verifier
from tests.trials.search.puzzles import DROP, INTO, level


def test_a_win_counts_once_its_recording_verifies(tmp_path: Path) -> None:
    verifier, path, design = Verifier(), tmp_path / "drop.solve1.replay", level(DROP)
    try:
        assert recorded(design, Candidate((INTO,)), path, verifier) == ""
        assert disproof(design, path, verifier) == ""
        assert "another level" in disproof(level(DROP.replace("x0 = 1.62", "x0 = 1.63")), path, verifier)
        whole = path.read_bytes()
        path.write_bytes(whole[:900] + bytes([whole[900] ^ 1]) + whole[901:])
        assert "does not verify" in disproof(design, path, verifier)
    finally:
        verifier.close()


def test_what_does_not_win_does_not_count(tmp_path: Path) -> None:
    verifier, path = Verifier(), tmp_path / "drop.solve1.replay"
    try:
        why = recorded(level(DROP), Candidate((Placement("bowling_ball", 0.5, 1.5),)), path, verifier)
        assert "not won" in why and not path.exists()
    finally:
        verifier.close()
