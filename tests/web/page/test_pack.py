"""What is packed for a page is what the page reads: arrays, tracks and marks, to the last bit."""

from __future__ import annotations

import json
import shutil
import subprocess
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sandbox.render.mark_list import GOAL
from sandbox.render.overlay import Overlay
from sandbox.web.page.mark_film import MarkFilm
from sandbox.web.page.pack import Pack, quantised, zigzag

NODE = shutil.which("node")
TRACKS = files("sandbox.web.page") / "browser" / "tracks.mjs"
needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed")


def read_back(tmp_path: Path, pack: Pack, head: dict[str, Any], script: str) -> Any:
    """What the page's own reader makes of a pack: the value of an expression in `block`."""
    text = f"import {{ unpack, markFilm }} from {json.dumps(Path(str(TRACKS)).as_uri())};\n"
    text += f"const block = await unpack({json.dumps(pack.text(head))});\nconst head = block.head;\n"
    program = tmp_path / "read.mjs"
    program.write_text(f"{text}console.log(JSON.stringify({script}));\n", "utf-8")
    assert NODE is not None
    done = subprocess.run([NODE, str(program)], capture_output=True, text=True, timeout=60, check=True)
    return json.loads(done.stdout)


def test_small_numbers_of_either_sign_stay_small() -> None:
    assert zigzag(np.array([0, -1, 1, -2, 2**31 - 1, -(2**31)], np.int32)).tolist() == [
        0,
        1,
        2,
        3,
        2**32 - 2,
        2**32 - 1,
    ]


def test_what_is_too_large_to_be_told_apart_stays_at_the_edge() -> None:
    assert quantised(np.array([0.26, -1e300, np.inf]), 0.5).tolist() == [1, -(2**30), 2**30]


@needs_node
def test_tracks_are_read_as_they_were_written(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    matrix = rng.integers(-(2**31), 2**31, (7, 5), np.int32)  # what leaps farther than a number goes wraps round
    matrix[:, 0], matrix[:, 1] = 12, np.arange(7) * 3
    even, single = matrix[:1], np.zeros((3, 0), np.int32)
    pack = Pack()
    head = {"tracks": [pack.tracks(one) for one in (matrix, even, single)], "plain": pack.array(matrix[0])}
    found = read_back(
        tmp_path, pack, head, "[...head.tracks.map((at) => [...block.tracks(at)]), [...block.view(head.plain)]]"
    )
    assert found == [matrix.T.ravel().tolist(), even.T.ravel().tolist(), [], matrix[0].tolist()]


@needs_node
def test_marks_are_read_as_they_were_drawn(tmp_path: Path) -> None:
    film, drawn = MarkFilm(1 / 1024), []
    overlay = Overlay()
    for frame in range(6):
        overlay.clear()
        if frame != 3:  # nothing is seen for a moment
            for number in range(2 + (frame > 4)):
                overlay.line(0.5 * number, 0.25 * frame * frame, 1.0, 1.0 + frame, GOAL, 2.5)
        film.add(overlay)
        film.add(overlay)  # a frame in which nothing changes
        drawn += [overlay.rows()] * 2
    pack = Pack()
    head = {"film": film.described(pack)}
    script = (
        "(({firsts, sizes, bytes, themed}) => [...firsts].map((first, frame) => [sizes[frame], "
        "[...bytes.slice(first * 56, (first + sizes[frame]) * 56)], themed[first] ?? 1]))"
        "(markFilm(block, head.film, 1 / 1024, 2 * Math.PI / 65536))"
    )
    found = read_back(tmp_path, pack, head, script)
    assert [row[0] for row in found] == [len(rows) for rows in drawn]
    for (_, data, themed), rows in zip(found, drawn, strict=True):
        assert bytes(data) == rows.tobytes() and themed == 1


def test_an_overlay_on_which_nothing_ever_is_takes_no_room() -> None:
    film = MarkFilm(1.0)
    film.add(Overlay())
    assert film.described(Pack()) is None
