"""Forecasts: the paths are those of a real session, to the bit; and the messages that carry them."""

from __future__ import annotations

from typing import Any

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
    Lookahead,
    Request,
    carry_out,
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


def test_an_answer_gives_the_paths_back() -> None:
    poses = np.array([[0.1, 0.2, 0.3], [1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    design = falling()
    whole = ForecastAnswer([(2, 0, 1), (3, 0, 2)], poses.tobytes()).forecast(design)
    assert whole.design is design
    assert [(path.part, path.body, path.poses.tolist()) for path in whole.paths] == [
        (2, 0, poses[:1].tolist()), (3, 0, poses[1:].tolist()),
    ]  # fmt: skip


class Caller:
    """Stands for the window: it has news after some looks, and notes what it is told."""

    def __init__(self, looks: int = 10**9) -> None:
        self.looks, self.stopped = looks, False
        self.heard: list[ForecastAnswer] = []

    @property
    def superseded(self) -> bool:
        self.looks -= 1
        return self.looks < 0

    def progress(self, done: float, total: float = 1.0, what: str = "", news: Any = None) -> None:
        self.heard.append(news)


def test_a_newer_request_ends_a_forecast_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    request = Request(0, to_plain(falling()))
    assert carry_out(request, Caller(looks=0)) is None
    whole, part = carry_out(request, Caller()), carry_out(request, Caller(looks=40))
    assert whole is not None and part is not None and 0 < len(part.poses) < len(whole.poses)
    assert carry_out(Request(), Caller()) is None
    monkeypatch.setattr(forecast, "GROW_S", 0.0)
    caller = Caller()
    assert carry_out(request, caller) == whole
    sizes = [len(news.poses) for news in caller.heard]
    assert len(sizes) > 10 and sizes == sorted(sizes)


def test_what_can_not_be_read_has_no_paths() -> None:
    assert carry_out(Request(0, {"parts": "none"}), Caller()) == ForecastAnswer()
