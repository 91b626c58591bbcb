"""Two people at two real windows on one display, with real mouse and keys."""

from __future__ import annotations

from pathlib import Path

from sandbox.verify.verify import verify
from tests.displays import x_server
from tests.tools.two_windows import HEIGHT, WIDTH, Two


def test_two_build_one_machine_and_both_see_it_win(tmp_path: Path) -> None:
    with x_server(f"{2 * WIDTH}x{HEIGHT}") as display:
        two = Two(display, tmp_path)
        try:
            two.meet(lambda _: None)
            two.build_together(lambda _: None)
            assert [window.fresh()["people"] for window in two.both] == [[["Bo", True], ["Ann", True]]] * 2
            files = [Path(window.state["session_file"]) for window in two.both]
        finally:
            two.close()
    assert all(verify(path, allow_cut=True).exit == 0 for path in files)
