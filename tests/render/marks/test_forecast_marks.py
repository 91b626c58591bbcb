"""Forecasts drawn: dots along the paths, outlines where they end."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from sandbox.render.marks import forecast_marks
from sandbox.render.marks.forecast_marks import ForecastMarks, dots_along, final_outlines
from sandbox.workspace.forecast.forecast import BodyPath, Forecast
from tests.contraptions import Builder


def path(*poses: tuple[float, float, float], part: int = 2) -> BodyPath:
    return BodyPath(part, 0, np.array(poses))


def yard(*paths: BodyPath) -> Forecast:
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)  # 1
    b.part("bowling_ball", 1.0, 1.0)  # 2: of a radius of 0.11 m
    b.part("crate", 2.0, 1.0, width=0.3, height=0.2)  # 3
    return Forecast(b.design(), paths)


def test_dots_are_evenly_spaced_whatever_the_speed() -> None:
    dots = dots_along((path((0.0, 0.0, 0.0), (0.1, 0.0, 0.0), (1.0, 0.0, 0.0), (1.0, 0.5, 0.0)),), 0.25)
    assert dots == pytest.approx(np.array([(0.25, 0.0), (0.5, 0.0), (0.75, 0.0), (1.0, 0.0), (1.0, 0.25)]))


def test_a_body_that_only_turns_has_no_dots() -> None:
    assert dots_along((path((1.0, 1.0, 0.0), (1.0, 1.0, 3.0)),), 0.1).shape == (0, 2)


def test_there_are_never_too_many_dots() -> None:
    long = path((0.0, 0.0, 0.0), (10.0, 0.0, 0.0))
    assert forecast_marks.MOST_DOTS * 0.99 < len(dots_along((long,), 1e-6)) <= forecast_marks.MOST_DOTS


def test_outlines_are_where_paths_end() -> None:
    strokes = final_outlines(yard(path((1.0, 1.0, 0.0), (1.5, 0.5, 0.0)))).reshape(-1, 2)
    far = np.hypot(strokes[:, 0] - 1.5, strokes[:, 1] - 0.5)
    assert set(far.round(3)) == {0.0, 0.108} or far.max() == pytest.approx(far[far > 0.0].min())
    assert far.min() == 0.0, "a radius shows how far it has turned"


def test_outlines_are_turned_like_the_body() -> None:
    level = final_outlines(yard(path((2.0, 1.0, 0.0), part=3))).reshape(-1, 2)
    upright = final_outlines(yard(path((2.0, 1.0, math.pi / 2), part=3))).reshape(-1, 2)
    assert np.ptp(level, axis=0) == pytest.approx((0.3, 0.2))
    assert np.ptp(upright, axis=0) == pytest.approx((0.2, 0.3))


def test_a_part_that_is_no_longer_there_has_no_outline() -> None:
    assert final_outlines(yard(path((1.0, 1.0, 0.0), part=9))).shape == (0, 4)


class Sheet:
    """Notes what an overlay is given, for how long it has it."""

    def __init__(self) -> None:
        self.filled, self.marks = 0, 0

    def clear(self) -> None:
        self.marks = 0

    def dots(self, x: Any, y: Any, r_px: float, colour: Any) -> None:
        self.filled += 1
        self.marks += len(x)

    def strokes(self, ends: Any, colour: Any, width: float) -> None:
        self.marks += len(ends)


def test_marks_are_made_anew_only_for_another_forecast_or_zoom() -> None:
    marks, sheet = ForecastMarks(), Sheet()
    forecast = yard(path((1.0, 1.0, 0.0), (1.5, 0.5, 0.0)))

    def show(forecast: Forecast | None, pixel: float) -> tuple[int, int]:
        marks.show(sheet, forecast, pixel)  # type: ignore[arg-type]
        return sheet.filled, sheet.marks

    filled, count = show(forecast, 0.003)
    assert (filled, count > 30) == (1, True)
    assert show(forecast, 0.0031) == (1, count)
    assert show(forecast, 0.001) > (2, count)
    assert show(None, 0.001) == (2, 0)
    assert show(forecast, 0.003) == (3, count)
