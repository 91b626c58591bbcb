"""Forecasts: the paths are those of a real session, to the bit; and the messages that carry them."""

from __future__ import annotations

import io
import os
import subprocess
import sys

import numpy as np
import pytest

from sandbox.commands.commands import Start
from sandbox.commands.session import Session
from sandbox.design.design import Design, to_plain
from sandbox.machine.rows import NOWHERE
from sandbox.workspace.forecast import forecast
from sandbox.workspace.forecast.forecast import (
    LEAST_SHIFT,
    SECONDS,
    BodyPath,
    ForecastAnswer,
    Inbox,
    Lookahead,
    Request,
    read_message,
    write_message,
)
from tests.contraptions import Builder, everything
from tests.support import pile


def falling() -> Design:
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)  # 1
    b.part("crate", 1.0, 0.25)  # 2 rests on it
    b.part("bowling_ball", 2.0, 1.0)  # 3 falls
    return b.design()


def popping() -> Design:
    """A balloon that rises into nails, and is gone."""
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)
    b.part("balloon", 1.0, 0.6)
    b.part("nail_board", 1.0, 1.6, 3.141592653589793)
    return b.design()


def paths_of(design: Design, seed: int = 0) -> tuple[BodyPath, ...]:
    run = Lookahead(design, seed)
    while run.step():
        pass
    return run.paths()


@pytest.mark.parametrize(
    "design", [falling(), everything(), pile(20), popping()], ids=["falling", "all", "pile", "popping"]
)
def test_paths_are_those_of_a_real_session_to_the_bit(design: Design) -> None:
    session = Session(design, 0)
    session.do(Start())
    assert session.machine is not None
    machine, every = session.machine, 240 // forecast.POSES_A_SECOND
    moments = [machine.read_rows().copy()]
    present = [set(machine.parts)]
    for tick in range(1, round(SECONDS * 240) + 1):
        session.advance()
        if tick % every == 0:
            moments.append(machine.read_rows().copy())
            present.append(set(machine.parts))
    paths = paths_of(design)
    assert paths
    for path in paths:
        row = machine.row_of[path.part, path.body]
        lived = [
            rows[row, :3]
            for rows, parts in zip(moments, present, strict=True)
            if path.part in parts and rows[row, 1] > NOWHERE[1]
        ]
        assert path.poses.tobytes() == np.array(lived).tobytes()
    listed = {(path.part, path.body) for path in paths}
    for key, row in machine.row_of.items():
        if key not in listed and key[0] in machine.parts:
            spread = np.ptp(np.array([rows[row, :2] for rows in moments]), axis=0)
            assert np.hypot(*spread) < LEAST_SHIFT or moments[0][row, 1] <= NOWHERE[1]


def test_only_what_moves_has_a_path() -> None:
    (path,) = paths_of(falling())
    assert (path.part, path.body) == (3, 0)
    assert path.poses[0].tolist() == [2.0, 1.0, 0.0]
    assert len(path.poses) == 1 + SECONDS * forecast.POSES_A_SECOND
    assert path.poses[-1, 1] < 0.25


def test_what_is_gone_has_a_shorter_path() -> None:
    whole = 1 + SECONDS * forecast.POSES_A_SECOND
    lengths = {path.part: len(path.poses) for path in paths_of(popping())}
    assert 2 <= lengths[2] < whole


def test_of_a_crowd_the_bodies_that_move_farthest_have_paths(monkeypatch: pytest.MonkeyPatch) -> None:
    every = {path.part: float(np.hypot(*np.ptp(path.poses[:, :2], axis=0))) for path in paths_of(pile(20))}
    monkeypatch.setattr(forecast, "MOST_PATHS", 5)
    few = {path.part for path in paths_of(pile(20))}
    assert len(few) == 5 < len(every)
    assert min(every[part] for part in few) >= max(shift for part, shift in every.items() if part not in few)


def test_messages_are_whole_or_none() -> None:
    stream = io.BytesIO()
    write_message(stream, Request(7, 1, {"title": "Yard"}))
    whole = stream.getvalue()
    assert read_message(io.BytesIO(whole)) == whole[4:]
    for size in range(len(whole)):
        assert read_message(io.BytesIO(whole[:size])) is None


def test_an_answer_gives_the_paths_back() -> None:
    poses = np.array([[0.1, 0.2, 0.3], [1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    design = falling()
    whole = ForecastAnswer(1, True, [(2, 0, 1), (3, 0, 2)], poses.tobytes()).forecast(design)
    assert whole.design is design
    assert [(path.part, path.body, path.poses.tolist()) for path in whole.paths] == [
        (2, 0, poses[:1].tolist()), (3, 0, poses[1:].tolist()),
    ]  # fmt: skip


def test_the_newest_request_is_taken_and_older_ones_are_dropped() -> None:
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as source, os.fdopen(writing, "wb") as sink:
        for number in (1, 2, 3):
            write_message(sink, Request(number))
        inbox = Inbox(source)
        taken = inbox.take()
        while taken is not None and taken.number < 3:  # it may be quicker than this test
            taken = inbox.take()
        assert taken is not None and taken.number == 3
        assert not inbox.superseded
        sink.close()
        assert inbox.take() is None, "nobody is left"
        assert inbox.superseded


def test_the_process_ends_when_its_window_is_gone() -> None:
    command = [sys.executable, "-m", "sandbox.workspace.forecast.forecast"]
    ran = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"", b"")


@pytest.mark.parametrize("grace", [0.1, None], ids=["ends", "control"])
def test_a_step_that_never_comes_back_does_not_outlive_the_window(grace: float | None) -> None:
    script = (
        "from sandbox.workspace.forecast import forecast\n"
        "def hang(run):\n"
        "    forecast.os.write(1, b'.')\n"
        "    while True: pass\n"
        "forecast.Lookahead.step = hang\n"
        f"forecast.GRACE_S = {grace or 3600}\n"
        "forecast.main()\n"
    )
    stream = io.BytesIO()
    write_message(stream, Request(1, 0, to_plain(falling())))
    child = subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        assert child.stdin is not None and child.stderr is not None
        child.stdin.write(stream.getvalue())
        child.stdin.flush()
        assert child.stderr.read(1) == b".", "it hangs now; what is printed goes to the standard error"
        child.stdin.close()
        if grace is not None:
            assert child.wait(60) == 0
        else:
            with pytest.raises(subprocess.TimeoutExpired):
                child.wait(3)
    finally:
        child.kill()
        child.wait()


def test_what_cannot_be_read_has_no_paths_and_the_next_request_is_answered() -> None:
    stream = io.BytesIO()
    write_message(stream, Request(1, 0, {"parts": "none"}))
    command = [sys.executable, "-m", "sandbox.workspace.forecast.forecast"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdin is not None and child.stdout is not None
        child.stdin.write(stream.getvalue())
        child.stdin.flush()  # it stays open until there is an answer: at its end nobody waits for one
        packed = read_message(child.stdout)
        child.stdin.close()
    assert packed is not None
    assert forecast.msgspec.msgpack.decode(packed, type=ForecastAnswer) == ForecastAnswer(1)
