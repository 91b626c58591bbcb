"""Two people at two real windows on one display, with real mouse and keys."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from sandbox.design.design import Count, Goal, PartSpec
from sandbox.levels import levels
from sandbox.verify.verify import verify
from tests.displays import x_server
from tests.tools.two_windows import HEIGHT, WIDTH, Two
from tests.window.driver import shop

BALL_DOWN = Goal("It is down", Count("tennis_ball", 0.0, 0.0, 4.0, 0.3))


def test_two_build_one_machine_and_both_see_it_win(tmp_path: Path) -> None:
    level = replace(shop(), goals=(BALL_DOWN,), stock={"tennis_ball": 1, "domino": 1})
    levels.write(tmp_path / "level.toml", level)
    with x_server(f"{2 * WIDTH}x{HEIGHT}") as display:
        two = Two(display, tmp_path, tmp_path / "level.toml", tmp_path / "level.toml")
        try:
            two.meet(lambda _: None)
            two.build_together(
                lambda _: None,
                lambda person: person.place(PartSpec(0, "tennis_ball", 1.5, 0.8)),
                lambda person: person.place(PartSpec(0, "domino", 2.5, 0.5)),
            )
            for window in two.both:
                state = window.fresh()
                assert state["people"] == [["Bo", True], ["Ann", True]]
                assert [part[1] for part in state["parts"][-2:]] == ["tennis_ball", "domino"]
            files = [Path(window.state["session_file"]) for window in two.both]
        finally:
            two.close()
    assert all(verify(path, allow_cut=True).exit == 0 for path in files)
