"""The sound of a film: what happens is heard at its time, the same each time, and slower where the film is slower."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import wave
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from sandbox.commands.commands import Press, Start
from sandbox.commands.session import Session
from sandbox.errors import Refused
from sandbox.recording import fingerprint
from sandbox.recording.recorder import Recorder
from sandbox.render.pictures import encoders, film_plan, soundtrack
from sandbox.render.pictures import film as picture
from sandbox.render.pictures.film_options import FilmOptions
from sandbox.render.pictures.soundtrack import Samples
from sandbox.sound.waveforms import RATE
from tests.contraptions import Builder

PRESSED, FUSE = 0.5, 0.3  # s
SIZE = (160, 90)


@pytest.fixture(scope="module")
def blast(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Dynamite, at rest on the floor, is lit after half a second and explodes; a run of two seconds."""
    b = Builder()
    b.part("floor", 1.0, 0.05, width=1.8)
    dynamite = b.part("dynamite", 1.4, 0.17, fuse=FUSE)
    path = tmp_path_factory.mktemp("blast") / "blast.replay"
    recorder = Recorder(path, b.design(2.0, 1.1), 0, fingerprint.current())
    session = Session(b.design(2.0, 1.1), 0, recorder)
    session.advance(300)
    session.do(Start())
    session.advance(round(PRESSED * 240))
    session.do(Press(dynamite))
    session.advance(round((2.0 - PRESSED) * 240))
    recorder.close(session, "quit")
    return path


def heard(path: Path, speed: Fraction = Fraction(1), fps: int = 60, volume: int = 100) -> Samples:
    return soundtrack.of_film(film_plan.film(film_plan.read(path), fps, speed=speed), soundtrack.Volumes(volume), SIZE)


def loudest(samples: Samples) -> float:
    """The time (s) from which a quarter of a second is louder than any other."""
    window = RATE // 4
    energy = np.convolve((samples.astype(np.float64) ** 2).sum(axis=1), np.ones(window), "valid")
    return float(energy.argmax()) / RATE


def test_an_explosion_is_heard_when_it_happens_and_nothing_before_anything_does(blast: Path) -> None:
    samples = heard(blast)
    assert len(samples) == pytest.approx(2.0 * RATE, abs=RATE / 30)
    assert np.abs(samples[: int(PRESSED * RATE)]).max() == 0.0
    assert loudest(samples) == pytest.approx(PRESSED + FUSE, abs=0.03)
    bang = samples[int((PRESSED + FUSE) * RATE) :]
    assert np.abs(bang).max() > 0.3
    assert np.abs(samples).max() <= 1.0
    right, left = np.abs(bang[:, 1]).max(), np.abs(bang[:, 0]).max()
    assert right > 1.2 * left, "it is right of the middle"


def test_the_rate_of_the_frames_moves_no_sound(blast: Path) -> None:
    assert loudest(heard(blast, fps=5)) == pytest.approx(loudest(heard(blast, fps=60)), abs=0.005)


@pytest.mark.parametrize("speed", [Fraction(1, 2), Fraction(2)])
def test_slow_motion_slows_what_is_heard(blast: Path, speed: Fraction) -> None:
    samples = heard(blast, speed)
    assert len(samples) == pytest.approx(2.0 / speed * RATE, abs=RATE / 30)
    assert loudest(samples) == pytest.approx(float((PRESSED + FUSE) / speed), abs=0.03)


def test_the_same_film_sounds_the_same_and_softer_if_that_is_asked_for(blast: Path, tmp_path: Path) -> None:
    for name in ("a.wav", "b.wav"):
        picture.render(blast, tmp_path / name)
    data = (tmp_path / "a.wav").read_bytes()
    assert data == (tmp_path / "b.wav").read_bytes()
    with wave.open(str(tmp_path / "a.wav")) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (2, 2, RATE)
    picture.render(blast, tmp_path / "soft.wav", FilmOptions(volume=25))
    assert (tmp_path / "soft.wav").read_bytes() != data
    assert np.abs(heard(blast, volume=25)).max() < 0.3 * np.abs(heard(blast)).max()


def test_a_film_has_the_music_of_its_scene_if_that_is_asked_for(blast: Path, tmp_path: Path) -> None:
    film = film_plan.film(film_plan.read(blast), 60)
    plain, with_music = (
        soundtrack.of_film(film, soundtrack.Volumes(ambience=0, music=music), SIZE) for music in (0, 100)
    )
    before = slice(0, int(PRESSED * RATE))  # nothing else is heard there
    assert np.abs(plain[before]).max() == 0.0 and np.abs(with_music[before]).max() > 0.05
    with pytest.raises(Refused, match="music at 101 %: it goes from 0 to 100"):
        picture.render(blast, tmp_path / "a.wav", FilmOptions(music=101))


def streams(path: Path) -> set[str]:
    """The kinds of streams in a film, as ffmpeg lists them."""
    listed = subprocess.run([encoders.ffmpeg(), "-i", str(path)], capture_output=True, text=True, timeout=60)
    return set(re.findall(r"Stream #.*?: (Video|Audio):", listed.stderr))


@pytest.mark.parametrize(
    ("options", "kinds"),
    [(FilmOptions(SIZE, fps=10), {"Video", "Audio"}), (FilmOptions(SIZE, fps=10, sound=False), {"Video"})],
)
def test_a_film_has_sound_unless_it_is_to_have_none(
    blast: Path, tmp_path: Path, options: FilmOptions, kinds: set[str]
) -> None:
    picture.render(blast, tmp_path / "blast.mp4", options)
    assert streams(tmp_path / "blast.mp4") == kinds


def test_too_many_voices_do_not_overflow() -> None:
    loud = np.full((100, 2), 3.0, np.float32)
    assert 0.9 < soundtrack._compressed(loud).max() <= 1.0
    soft = np.linspace(-0.7, 0.7, 200, dtype=np.float32).reshape(-1, 2)
    assert (soundtrack._compressed(soft) == soft).all()


def test_the_sound_alone_needs_neither_opengl_nor_ffmpeg(blast: Path, tmp_path: Path) -> None:
    code = (
        "import sys, json; from pathlib import Path; from sandbox.render.pictures import film; "
        f"film.render(Path({str(blast)!r}), Path({str(tmp_path / 'x.wav')!r})); "
        "print(json.dumps([name for name in sys.modules if name.startswith('pyglet')]))"
    )

    child = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, env={"PATH": ""}, check=True
    )
    assert json.loads(child.stdout) == []
    assert (tmp_path / "x.wav").stat().st_size > 100_000
