"""The folder of sessions: what is kept in it, and under which names."""

from __future__ import annotations

import os

from sandbox.recording import framing
from sandbox.workspace.files.session_files import Sessions


def test_only_so_many_finished_sessions_are_kept_and_every_unfinished_one(tmp_path, watched):
    sessions = Sessions(tmp_path)
    sessions.folder.mkdir()
    for age in range(6):
        for name, data in ((f"whole{age}", watched.read_bytes()), (f"cut{age}", watched.read_bytes()[:-40])):
            path = sessions.folder / f"{name}.replay"
            path.write_bytes(data)
            os.utime(path, (1e9 - age, 1e9 - age))
    sessions.prune(keep=2)
    left = {path.stem for path in sessions.folder.iterdir()}
    assert left == {"whole0", "whole1", *(f"cut{age}" for age in range(6))}


def test_two_sessions_in_one_second_have_two_names(tmp_path):
    sessions = Sessions(tmp_path)
    claims = [sessions.new() for _ in range(5)]
    assert len({claim.path for claim in claims}) == 5
    for claim in claims:
        claim.release()
    assert list(sessions.folder.iterdir()) == []


def test_finished_is_told_from_the_last_bytes(watched, tmp_path):
    assert framing.finished(watched)
    data = watched.read_bytes()
    for cut in range(1, 200):
        (tmp_path / "cut.replay").write_bytes(data[:-cut])
        assert not framing.finished(tmp_path / "cut.replay"), cut
    (tmp_path / "cut.replay").write_bytes(b"")
    assert not framing.finished(tmp_path / "cut.replay")
