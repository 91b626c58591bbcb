"""Pictures and films of levels and recordings."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from PIL import Image

from sandbox.commands import commands as c
from sandbox.commands.session import Session
from sandbox.design.design import Beyond, Design, Goal
from sandbox.errors import BadFile, Refused
from sandbox.levels import levels
from sandbox.recording import fingerprint
from sandbox.recording.recorder import Recorder
from sandbox.render.colours import PALETTES
from sandbox.render.pictures import film as picture
from sandbox.render.pictures.film_options import FilmOptions, aim_of
from tests.contraptions import Builder

SIZE = (160, 90)


def drop(goal: bool = False) -> Design:
    b = Builder()
    b.part("floor", 0.8, 0.05, width=1.4)
    ball = b.part("soccer_ball", 0.8, 0.75)
    if goal:
        b.goals.append(Goal("The ball falls", Beyond(ball, "y", "less", 0.4)))
    return b.design(1.6, 0.9)


@pytest.fixture
def level(tmp_path: Path) -> Path:
    path = tmp_path / "drop.toml"
    levels.write(path, drop(goal=True))
    return path


@pytest.fixture
def replay(tmp_path: Path) -> Path:
    """Half a second of building, a second's run, stopped; then the ball is taken away."""
    path = tmp_path / "drop.replay"
    recorder = Recorder(path, drop(), 0, fingerprint.current())
    session = Session(drop(), 0, recorder)
    session.advance(120)
    session.do(c.Start())
    session.advance(240)
    session.do(c.Stop())
    session.do(c.Delete(2))
    session.advance(60)
    recorder.close(session, "quit")
    return path


def read(path: Path) -> np.ndarray:
    return np.asarray(Image.open(path).convert("RGB")).astype(int)


def ball_height(pixels: np.ndarray) -> float | None:
    """Of the middle of the white ball, in rows from the top; None without one."""
    rows = np.flatnonzero(((pixels.min(axis=2) > 200) & (np.ptp(pixels, axis=2) < 12)).sum(axis=1) > 2)
    return float(rows.mean()) if len(rows) else None


def test_a_level_is_drawn_at_rest_or_after_a_time(level: Path, tmp_path: Path) -> None:
    picture.render(level, tmp_path / "rest.png", FilmOptions(SIZE))
    picture.render(level, tmp_path / "later.png", FilmOptions(SIZE, at=0.25))
    rest, later = read(tmp_path / "rest.png"), read(tmp_path / "later.png")
    assert rest.shape == (90, 160, 3)
    high, low = ball_height(rest), ball_height(later)
    assert high is not None and low is not None and low > high + 15


def test_a_recording_is_drawn_at_the_end_of_its_last_run(replay: Path, tmp_path: Path) -> None:
    for name, tick in (("end", None), ("building", 48), ("stopped", 384)):
        picture.render(replay, tmp_path / f"{name}.png", FilmOptions(SIZE, tick=tick))
    low, high = ball_height(read(tmp_path / "end.png")), ball_height(read(tmp_path / "building.png"))
    assert low is not None and high is not None and low > high + 20
    assert ball_height(read(tmp_path / "stopped.png")) is None, "the ball was deleted after the run"


def test_a_time_is_one_of_the_run_and_a_tick_one_of_the_session(replay: Path, tmp_path: Path) -> None:
    for name, options in (
        ("time", FilmOptions(SIZE, at=0.25)),
        ("tick", FilmOptions(SIZE, tick=180)),
        ("early", FilmOptions(SIZE, tick=60)),
    ):
        picture.render(replay, tmp_path / f"{name}.png", options)
    time_, tick, early = (read(tmp_path / f"{name}.png") for name in ("time", "tick", "early"))
    assert (time_ == tick).all(), "the run begins on tick 120"
    assert (time_ != early).any()


def test_a_gif_shows_the_whole_run_in_its_time(replay: Path, tmp_path: Path) -> None:
    heard: list[tuple[int, int]] = []
    picture.render(replay, tmp_path / "run.gif", FilmOptions(SIZE, fps=15), progress=lambda *step: heard.append(step))
    with Image.open(tmp_path / "run.gif") as film:
        frames, heights, durations = film.n_frames, [], []
        for index in range(frames):
            film.seek(index)
            durations.append(film.info["duration"])
            heights.append(ball_height(np.asarray(film.convert("RGB")).astype(int)))
    assert frames == 16 and heard == [(n + 1, 16) for n in range(16)]
    assert sum(durations) == pytest.approx(1000 * 16 / 15, abs=10)
    assert heights[0] is not None and heights[4] is not None and heights[4] > heights[0] + 5


def test_the_same_file_gives_the_same_pictures(replay: Path, tmp_path: Path) -> None:
    for name in ("a.gif", "b.gif"):
        picture.render(replay, tmp_path / name, FilmOptions(SIZE, fps=8))
    assert (tmp_path / "a.gif").read_bytes() == (tmp_path / "b.gif").read_bytes()


def test_an_mp4_is_written(level: Path, tmp_path: Path) -> None:
    out = tmp_path / "run.mp4"
    picture.render(level, out, FilmOptions((161, 91), end=0.5, fps=20))  # odd sides, which its colours can't have
    data = out.read_bytes()
    assert data[4:8] == b"ftyp" and len(data) > 2000
    assert list(tmp_path.glob(".run*")) == []


def test_without_an_encoder_it_says_what_to_do(level: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name, path=None: None)
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    with pytest.raises(Refused, match=r"install ffmpeg.*pip install imageio-ffmpeg.*\.gif"):
        picture.render(level, tmp_path / "run.mp4", FilmOptions(SIZE, end=0.1))


def test_a_film_of_a_level_ends_soon_after_it_is_decided(level: Path, tmp_path: Path) -> None:
    frames: list[int] = []
    picture.render(
        level, tmp_path / "won.gif", FilmOptions((64, 36), fps=10), progress=lambda _, total: frames.append(total)
    )
    assert 16 <= frames[-1] <= 20  # solved after 0.27 s, and a second and a half


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("x.bmp", FilmOptions(), r"\.png.*\.gif or \.mp4"),
        ("x.png", FilmOptions((8, 90)), "8 x 90"),
        ("x.png", FilmOptions(SIZE, at=-1.0), "0 or more"),
        ("x.png", FilmOptions(SIZE, at=float("nan")), "0 or more"),
        ("x.png", FilmOptions(SIZE, at=60.0), "1.000 s long"),
        ("x.png", FilmOptions(SIZE, tick=9999), "ends on tick 420; there is no tick 9999"),
        ("x.png", FilmOptions(SIZE, tick=-1), "no tick -1"),
        ("x.png", FilmOptions(SIZE, tick=1, at=0.1), "one of both"),
        ("x.png", FilmOptions(SIZE, tick=1, run=1), "one of both"),
        ("x.gif", FilmOptions(SIZE, tick=1), "takes no --tick"),
        ("x.gif", FilmOptions(SIZE, fps=0), "1 to 240"),
        ("x.gif", FilmOptions(SIZE, fps=0, watch=True), "1 to 240"),
        ("x.gif", FilmOptions(SIZE, begin=-1.0), "0 or more"),
        ("x.gif", FilmOptions(SIZE, speed="fast"), "is no speed"),
        ("x.gif", FilmOptions(SIZE, theme="pink"), "it is one of light, dark, colour_blind"),
        ("x.png", FilmOptions(SIZE, fps=20), "no --fps"),
        ("x.png", FilmOptions(SIZE, end=1.0), "no --to"),
        ("x.png", FilmOptions(SIZE, speed="2"), "no --speed"),
        ("x.gif", FilmOptions(SIZE, at=1.0), "takes no --at"),
        ("x.gif", FilmOptions(SIZE, camera=aim_of("99")), "no part 99"),
    ],
)
def test_what_does_not_fit_is_refused(replay: Path, tmp_path: Path, name: str, options: FilmOptions, said: str) -> None:
    with pytest.raises(Refused, match=said):
        picture.render(replay, tmp_path / name, options)
    assert not (tmp_path / name).exists()


def test_a_bad_file_is_named(tmp_path: Path, level: Path) -> None:
    with pytest.raises(BadFile, match=r"nope\.toml"):
        picture.render(tmp_path / "nope.toml", tmp_path / "x.png")
    with pytest.raises(BadFile, match="no folder"):
        picture.render(level, tmp_path / "nowhere" / "x.png")


def test_a_camera_shows_a_region_or_follows_a_part(level: Path, tmp_path: Path) -> None:
    pixels = {}
    for name, camera, at in (
        ("all", "fit", 0.0), ("near", "0.8,0.75,0.4", 0.0), ("after", "soccer_ball,0.6", 0.0),
        ("later", "2,0.6", 0.3), ("floor", "1,1.5", 0.0),
    ):  # fmt: skip
        out = tmp_path / f"{name}.png"
        picture.render(level, out, FilmOptions(SIZE, at, camera=aim_of(camera)))
        pixels[name] = read(out)
    assert whiteness(pixels["near"]) > 8 * whiteness(pixels["all"])
    assert whiteness(pixels["after"]) > 3 * whiteness(pixels["all"])
    high, low = ball_height(pixels["after"]), ball_height(pixels["later"])
    assert high is not None and low is not None
    assert low < 90, "it has gone along with it"
    assert (pixels["floor"] != pixels["all"]).any()


def test_a_picture_wears_the_theme_that_was_asked_for(level: Path, tmp_path: Path) -> None:
    pixels = {}
    for theme in PALETTES:
        picture.render(level, tmp_path / f"{theme}.png", FilmOptions(SIZE, theme=theme))
        pixels[theme] = read(tmp_path / f"{theme}.png")
    assert pixels["dark"].mean() < 0.6 * pixels["light"].mean()


def test_a_film_has_the_scene_of_its_level_a_plain_one_or_graph_paper(tmp_path: Path) -> None:
    level, on_paper = tmp_path / "mill.toml", tmp_path / "paper.toml"
    levels.write(level, replace(drop(), scene="mill"))
    levels.write(on_paper, drop())
    picture.render(on_paper, tmp_path / "sheet.png", FilmOptions(SIZE, at=0.5))
    pixels = {}
    for scenes in ("full", "plain", "paper"):
        for at in (0.0, 0.5):
            picture.render(level, tmp_path / "out.png", FilmOptions(SIZE, at=at, scenes=scenes))
            pixels[scenes, at] = read(tmp_path / "out.png")
    beside = np.s_[:, :50]  # no part moves there
    assert (pixels["full", 0.0] != pixels["full", 0.5])[beside].any(), "the cogwheels turn"
    assert (pixels["plain", 0.0] == pixels["plain", 0.5])[beside].all()
    assert (pixels["paper", 0.5] == read(tmp_path / "sheet.png")).all()
    with pytest.raises(Refused, match="it is one of full, plain, paper"):
        picture.render(level, tmp_path / "out.png", FilmOptions(SIZE, scenes="lunar"))


def whiteness(pixels: np.ndarray) -> float:
    """The share of the picture that is as white as the ball."""
    return float(((pixels.min(axis=2) > 200) & (np.ptp(pixels, axis=2) < 12)).mean())


def test_a_film_follows_softly(level: Path, tmp_path: Path) -> None:
    options = FilmOptions(SIZE, fps=10, camera=aim_of("2,0.6"), end=0.4, speed="1/2")
    picture.render(level, tmp_path / "run.gif", options)
    with Image.open(tmp_path / "run.gif") as film:
        assert film.n_frames == 9
        for index in range(film.n_frames):
            film.seek(index)
            assert ball_height(np.asarray(film.convert("RGB")).astype(int)) is not None


def test_a_film_that_is_broken_off_leaves_nothing(level: Path, tmp_path: Path) -> None:
    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    for name in ("run.gif", "run.mp4"):
        with pytest.raises(KeyboardInterrupt):
            picture.render(level, tmp_path / name, FilmOptions(SIZE, end=0.5, fps=10), progress=stop)
    assert list(tmp_path.iterdir()) == [level]


def test_what_was_there_stays_until_the_new_one_is_whole(level: Path, tmp_path: Path) -> None:
    out = tmp_path / "run.gif"
    out.write_bytes(b"old")
    seen: list[bytes] = []
    picture.render(level, out, FilmOptions(SIZE, end=0.2, fps=10), progress=lambda *_: seen.append(out.read_bytes()))
    assert set(seen) == {b"old"} and out.read_bytes().startswith(b"GIF")


def test_who_is_asked_to_end_tidies_up(level: Path, tmp_path: Path) -> None:
    out = tmp_path / "long.mp4"
    command = ["render", str(level), "-o", str(out), "--to", "9", "--fps", "100", "--size", "640x360"]
    child = subprocess.Popen([sys.executable, "-m", "sandbox", *command], stderr=subprocess.PIPE)
    while child.poll() is None and not list(tmp_path.glob(".long.mp4.*")):
        time.sleep(0.01)
    child.terminate()
    _, said = child.communicate(timeout=60)
    assert child.returncode == 130
    assert all(line.startswith(b"note: drawing") for line in said.split(b"\n") if line.strip())
    assert not out.exists() and not list(tmp_path.glob(".long.mp4.*"))


def test_importing_it_opens_nothing() -> None:
    code = "import sys, sandbox.render.pictures.film; sys.exit('pyglet.gl' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], timeout=60).returncode == 0
