"""What a suite of recordings exercises."""

from pathlib import Path

import pymunk
from click.testing import CliRunner

import sandbox
from sandbox import cli
from sandbox.recording.reader import read
from sandbox.verify.coverage import GROUPS, cover
from tests import frames


class Thrower:
    """The world of another program."""

    def __init__(self) -> None:
        self.space = pymunk.Space()

    def do(self, name: str, speed: float) -> None:
        self.space.gravity = (0, -speed)


def test_what_a_level_and_commands_bring_in_is_counted(tmp_path: Path) -> None:
    frames.small_session(tmp_path / "small.replay")
    recording = read(tmp_path / "small.replay")
    covered = cover([recording, recording])
    assert covered.recordings == 2
    kinds = {name: count for name, count in covered.counts["part"].items() if count}
    assert kinds == {"floor": 2, "crate": 2, "soccer_ball": 2, "tennis_ball": 2}, "the tennis ball is placed"
    assert {name for name, count in covered.counts["goal"].items() if count} == {"beyond"}
    used = {name for name, count in covered.counts["command"].items() if count}
    assert used == {"place", "move", "undo", "redo", "start", "stop", "grab", "drag", "release"}
    assert covered.used("part") == 4 and "domino" in covered.missing("part") and "crate" not in covered.missing("part")
    assert cover([]).recordings == 0 and all(not cover([]).used(group) for group in GROUPS)


def test_the_command_names_what_is_missing(tmp_path: Path) -> None:
    frames.small_session(tmp_path / "small.replay")
    given = ["coverage", str(tmp_path)]
    ran = CliRunner().invoke(cli.app, given, standalone_mode=False)
    assert "kinds of parts: 4 of " in ran.output and "domino" in ran.output and not ran.return_value
    strict = CliRunner().invoke(cli.app, [*given, "--strict", "--json"], standalone_mode=False)
    assert strict.return_value == 1 and '"soccer_ball": 1' in strict.output


def test_recordings_of_other_programs_count_for_their_inputs(tmp_path: Path) -> None:
    path = tmp_path / "x.replay"
    with sandbox.record(path, Thrower) as tape:
        tape.do("throw", 1.0)
    covered = cover([read(path, worlds=True)] * 2)
    assert covered.recordings == 2 and covered.inputs == {f"{__name__}:Thrower throw": 2}
    assert not any(covered.used(group) for group in GROUPS)
    ran = CliRunner().invoke(cli.app, ["coverage", str(tmp_path)], standalone_mode=False)
    assert f"inputs of other programs: {__name__}:Thrower throw" in ran.output
