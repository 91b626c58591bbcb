"""The folder of sessions: what is kept in it, and under which names."""

from __future__ import annotations

import os

import pytest

from sandbox.recording import framing, reader
from sandbox.workspace.files import session_files
from sandbox.workspace.files.session_files import Sessions
from sandbox.workspace.past import branches


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


def test_the_newest_unfinished_session_is_always_offered_and_the_rest_is_named(tmp_path, watched, monkeypatch):
    sessions = Sessions(tmp_path)
    sessions.folder.mkdir()
    data = watched.read_bytes()[:-40]
    for age in range(5):
        path = sessions.folder / f"cut{age}.replay"
        path.write_bytes(data)
        os.utime(path, (1e9 - age, 1e9 - age))
    (sessions.folder / "damaged.replay").write_bytes(data[:200] + b"x" + data[201:])
    monkeypatch.setattr(session_files, "MOST_BYTES", 2 * len(data) + 10)
    assert [session.path.stem for session in sessions.unfinished()] == ["cut0", "cut1"]
    assert len(sessions.left_out) == 4
    assert "damaged.replay: damaged at byte" in sessions.left_out[0]
    assert "cut4.replay: an older session that was cut off" in sessions.left_out[-1]


def test_an_unfinished_session_is_read_once_until_it_changes(tmp_path, watched, monkeypatch):
    sessions = Sessions(tmp_path)
    sessions.folder.mkdir()
    path = sessions.folder / "cut.replay"
    path.write_bytes(watched.read_bytes()[:-40])
    reads = []
    monkeypatch.setattr(session_files.reader, "read", lambda path, read=reader.read: reads.append(path) or read(path))
    first = sessions.unfinished()
    assert sessions.unfinished() == first and len(reads) == 1
    path.write_bytes(watched.read_bytes()[:-60])
    assert len(sessions.unfinished()) == 1 and len(reads) == 2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes in folders")
def test_pipes_in_the_folder_of_sessions_stop_nothing(tmp_path, watched):
    sessions = Sessions(tmp_path)
    sessions.folder.mkdir()
    (sessions.folder / "cut.replay").write_bytes(watched.read_bytes()[:-40])
    for name in ("pipe.replay", "cut.lock", "cut.branch.json"):
        os.mkfifo(sessions.folder / name)
    assert [session.path.stem for session in sessions.unfinished()] == ["cut"]
    assert sessions.origin(sessions.folder / "cut.replay") is None
    assert branches.read(sessions.folder / "cut.replay") is None


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
