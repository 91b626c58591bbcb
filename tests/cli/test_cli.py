"""The command line: what it answers, in which form, with which exit code; and that bad input gets one line."""

from __future__ import annotations

import io
import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path, PurePath
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from sandbox import cli
from sandbox.design.design import Beyond, Count, Design, Goal, PartSpec
from sandbox.errors import Refused
from sandbox.levels import levels, library
from sandbox.recording import reader
from sandbox.tasks.forking import within
from sandbox.tasks.limits import Limits
from sandbox.trials.checks import check
from sandbox.verify import verifier
from sandbox.verify.verdicts import Report, Verdict
from tests import frames

pytestmark = pytest.mark.usefixtures("forked_starts")
COMMANDS = sorted(cli.app.commands)


class Answer(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Ask = Callable[..., Answer]


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str]) -> Ask:
    """`ask("run", path, "--json")` as typed at a prompt, in this process."""

    def ask(*arguments: object) -> Answer:
        with pytest.raises(SystemExit) as left:
            cli.main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return Answer(int(left.value.code or 0), out, err)

    return ask


def is_one_line(answer: Answer, *words: str) -> bool:
    """Whether bad input got its one line, with these words in it: on stderr, or on stdout as an answer of `verify`."""
    lines = (answer.err or answer.out).splitlines()
    in_place = bool(answer.err) != answer.out.startswith("refused ")
    return answer.code == 2 and len(lines) == 1 and in_place and all(word in lines[0] for word in words)


@pytest.fixture
def level(tmp_path: Path) -> Path:
    """A ball that falls from 2 m past a line at 1 m: won after 0.45 s."""
    design = Design(
        title="Fall",
        parts=(PartSpec(1, "bowling_ball", 1.0, 2.0), PartSpec(2, "button", 3.0, 1.0)),
        goals=(Goal("The ball falls below 1 m", Beyond(1, "y", "less", 1.0)),),
        next_id=3,
    )
    path = tmp_path / "fall.toml"
    levels.write(path, design)
    return path


@pytest.fixture
def replay(ask: Ask, level: Path, tmp_path: Path) -> Path:
    """Two seconds of that level, recorded."""
    path = tmp_path / "fall.replay"
    assert ask("run", level, "--seconds", 2, "--record", path).code == 0
    return path


def script(tmp_path: Path, *lines: object) -> Path:
    path = tmp_path / "moves.jsonl"
    path.write_text("".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines))
    return path


# -- help


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_answers_help_with_an_example(ask: Ask, command: str) -> None:
    answer = ask(command, "--help")
    assert answer.code == 0
    assert "Example:" in answer.out
    assert f"sandbox {command}" in answer.out.split("Example:")[1]


def test_the_program_says_what_it_can_do_and_which_version_it_is(ask: Ask) -> None:
    listed = ask("--help").out
    assert all(f"\n  {command} " in listed for command in COMMANDS)
    assert ask("--version").out.startswith("sandbox")


# -- run


def test_run_prints_one_object_with_the_documented_keys(ask: Ask, level: Path) -> None:
    answer = ask("run", level, "--seconds", 2, "--json")
    assert answer.code == 0
    assert list(answer.json) == ["outcome", "tick", "won_tick", "end_hash", "parts"]
    assert answer.json["outcome"] == "won"
    assert answer.json["tick"] == 480
    assert answer.json["won_tick"] == pytest.approx(240 * (2 / 9.81) ** 0.5, abs=2)  # a metre of free fall
    assert len(answer.json["end_hash"]) == 16
    assert answer.json["parts"] == 1  # the ball has fallen out of the world


def test_run_for_people(ask: Ask, level: Path) -> None:
    said = ask("run", level, "--seconds", 2).out
    assert said.startswith("won after 0.4")
    assert said.count("\n") == 1


def test_run_is_open_when_it_ends_before_the_goal(ask: Ask, level: Path) -> None:
    answer = ask("run", level, "--seconds", 0.1, "--json")
    assert (answer.code, answer.json["outcome"], answer.json["won_tick"]) == (0, "open", None)


@pytest.mark.parametrize(("expect", "code"), [("won", 0), ("lost", 1), ("open", 1)])
def test_run_exits_1_only_if_another_outcome_was_expected(ask: Ask, level: Path, expect: str, code: int) -> None:
    answer = ask("run", level, "--seconds", 2, "--expect", expect, "--json")
    assert answer.code == code
    assert answer.json["outcome"] == "won"
    assert (f"expected {expect}" in answer.err) == bool(code)


def test_run_without_seconds_takes_ten(ask: Ask, level: Path) -> None:
    assert ask("run", level, "--json").json["tick"] == 2400


def test_run_finds_a_bundled_level_by_name(ask: Ask) -> None:
    (first, *_) = library.bundled_levels()
    by_name = ask("run", first.stem, "--seconds", 0.5, "--json")
    assert by_name.code == 0
    assert by_name.json == ask("run", first, "--seconds", 0.5, "--json").json


def test_commands_are_applied_on_their_ticks(ask: Ask, level: Path, tmp_path: Path) -> None:
    moves = script(
        tmp_path,
        {"tick": 0, "do": "place", "kind": "crate", "x": 2, "y": 1},
        "",
        {"tick": 100, "do": "start"},
        {"tick": 150, "do": "press", "part": 2},
        {"tick": 300, "do": "stop"},
    )
    answer = ask("run", level, "--commands", moves, "--seconds", 3, "--json")
    assert answer.code == 0, answer.err
    assert answer.json["tick"] == 720
    assert answer.json["parts"] == 3
    assert answer.json["outcome"] == "won"
    assert answer.json["won_tick"] > 100 + 105


def test_without_seconds_a_script_goes_on_for_ten_after_its_last_command(ask: Ask, level: Path, tmp_path: Path) -> None:
    moves = script(tmp_path, {"tick": 240, "do": "start"})
    assert ask("run", level, "--commands", moves, "--json").json["tick"] == 240 + 2400


def test_a_line_ends_where_json_lines_end(ask: Ask, level: Path, tmp_path: Path) -> None:
    """A title may hold what Unicode, but not JSON, takes for the end of a line."""
    moves = script(tmp_path, '{"line": "head", "level": {"title": "one\u2028two"}}\r', {"tick": 0, "do": "start"})
    assert ask("run", level, "--commands", moves, "--seconds", 1).code == 0


def test_commands_after_the_end_are_left_out_and_that_is_said(ask: Ask, level: Path, tmp_path: Path) -> None:
    moves = script(tmp_path, {"tick": 0, "do": "start"}, {"tick": 999, "do": "stop"})
    answer = ask("run", level, "--commands", moves, "--seconds", 1, "--json")
    assert (answer.code, answer.json["tick"]) == (0, 240)
    assert "1 commands after tick 240 were left out" in answer.err


def test_what_show_prints_run_reads_and_ends_on_the_same_bits(
    ask: Ask, level: Path, replay: Path, tmp_path: Path
) -> None:
    lines = ask("show", replay, "--json").out
    assert [line for line in map(json.loads, lines.splitlines()) if "do" in line] == [{"tick": 0, "do": "start"}]
    moves = tmp_path / "moves.jsonl"
    moves.write_text(lines)
    again = ask("run", level, "--commands", moves, "--json").json
    ended = reader.read(replay).end
    assert ended is not None
    assert (again["tick"], again["end_hash"]) == (480, ended.hash.hex())


def test_run_makes_the_folder_of_its_recording_and_leaves_none_if_it_fails(
    ask: Ask, level: Path, tmp_path: Path
) -> None:
    place = tmp_path / "project" / "replays" / "new.replay"
    assert ask("run", level, "--seconds", "0.1", "--record", place).code == 0 and place.is_file()
    refused = ask("run", level, "--record", tmp_path / "other" / "new.txt")
    assert refused.code == 2 and "ends in .replay" in refused.err and not (tmp_path / "other").exists()


def test_run_records_what_verify_passes(ask: Ask, level: Path, tmp_path: Path) -> None:
    path = tmp_path / "out.replay"
    ran = ask("run", level, "--seconds", 2, "--record", path, "--json").json
    answer = ask("verify", path, "--json")
    assert answer.code == 0
    assert answer.json["verdict"] == "pass"
    assert answer.json["end_hash"] == ran["end_hash"]


def test_a_refused_command_names_its_line_and_leaves_a_whole_recording(ask: Ask, level: Path, tmp_path: Path) -> None:
    path = tmp_path / "out.replay"
    moves = script(tmp_path, {"tick": 0, "do": "start"}, {"tick": 90, "do": "press", "part": 77})
    answer = ask("run", level, "--commands", moves, "--record", path)
    assert is_one_line(answer, "moves.jsonl", "line 2", "77", "tick 90")
    ended = reader.read(path).end
    assert ended is not None
    assert ended.reason.startswith("refused")
    assert ask("verify", path).code == 0


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{", ("line 2", "JSON")),
        ("[1, 2]", ("line 2",)),
        ('{"tick": 5}', ("line 2",)),
        ('{"tick": 5, "do": "explode"}', ("line 2", "explode")),
        ('{"tick": 5, "do": "press"}', ("line 2", "part")),
        ('{"tick": 5, "do": "press", "part": "x"}', ("line 2", "press")),
        ('{"tick": 5, "do": "press", "part": 1, "hard": true}', ("line 2", "hard")),
        ('{"tick": -5, "do": "stop"}', ("line 2", "tick")),
        ('{"tick": 1e400, "do": "stop"}', ("line 2", "tick")),
        ('{"tick": 5, "do": "drag", "x": NaN, "y": 0}', ("line 2", "finite")),
        ('{"tick": ' + "9" * 5000 + ', "do": "stop"}', ("line 2",)),
        ("[" * 100_000, ("line 2",)),
        ('{"tick": 0, "do": "stop"}', ("line 2", "order")),
    ],
)
def test_a_bad_line_of_commands_is_named(
    ask: Ask, level: Path, tmp_path: Path, line: str, words: tuple[str, ...]
) -> None:
    moves = script(tmp_path, '{"tick": 3, "do": "start"}', line)
    assert is_one_line(ask("run", level, "--commands", moves), "moves.jsonl", *words)


# -- verify


def test_verify_prints_one_object_a_line_with_the_documented_keys(ask: Ask, replay: Path, tmp_path: Path) -> None:
    (tmp_path / "junk.replay").write_text("hello")
    answer = ask("verify", tmp_path, "--json")
    lines = [json.loads(line) for line in answer.out.splitlines()]
    assert [Path(line["file"]).name for line in lines] == ["fall.replay", "junk.replay"]
    keys = ["file", "verdict", "exit", "ticks", "compared", "end_hash", "first_bad_tick", "reason"]
    assert all(list(line) == [*keys, "explanation", "difference"] for line in lines)
    assert [(line["verdict"], line["exit"]) for line in lines] == [("pass", 0), ("refused", 2)]
    assert (lines[0]["ticks"], lines[0]["compared"], lines[0]["first_bad_tick"]) == (480, 480, None)
    assert answer.code == 2


def test_a_cut_recording_exits_1_unless_that_is_allowed(ask: Ask, replay: Path) -> None:
    replay.write_bytes(replay.read_bytes()[:-7])
    answer = ask("verify", replay)
    assert answer.code == 1
    assert answer.out.startswith("cut ")
    assert ask("verify", replay, "--allow-cut").code == 0


def test_many_processes_say_the_same(ask: Ask, replay: Path, tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"copy-{number}.replay").write_bytes(replay.read_bytes())
    one, two = (ask("verify", tmp_path, "--json", "--jobs", jobs) for jobs in (1, 2))
    assert sorted(one.out.splitlines()) == sorted(two.out.splitlines()) and one.code == two.code == 0
    assert one.out.count("\n") == 4


def test_worlds_of_another_program_are_not_for_a_cluster(ask: Ask, replay: Path) -> None:
    refused = ask("verify", "--world", "mygame:make", "--cluster", "tls://127.0.0.1:1", replay)
    assert refused.code == 2 and "the workers of a cluster have no copy of your program" in refused.err


def test_verify_for_people_ends_with_a_count(ask: Ask, replay: Path, tmp_path: Path) -> None:
    (tmp_path / "other.replay").write_bytes(replay.read_bytes())
    lines = ask("verify", tmp_path).out.splitlines()
    assert [line.split()[0] for line in lines] == ["pass", "pass", "2"]
    assert lines[-1] == "2 recordings: 2 pass"


def test_on_a_terminal_a_bar_shows_how_far_it_is_and_the_answers_stay_whole(
    ask: Ask, replay: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "60")
    one = ask("verify", replay).out
    assert "verifying" in one
    assert "100%" in one
    names = [f"a copy with a name that is wider than the terminal {number}.replay" for number in range(2)]
    for name in names:
        (tmp_path / name).write_bytes(replay.read_bytes())
    many = ask("verify", tmp_path).out
    assert "100%" in many
    assert all(f"{name}: equal on every tick, 480 ticks in all" in many for name in names)
    assert "3 recordings: 3 pass" in many
    assert "verifying" not in ask("verify", tmp_path, "--json").out


def test_fail_fast_stops_at_the_first_that_is_not_green(ask: Ask, replay: Path, tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.replay").write_bytes(replay.read_bytes())
    (tmp_path / "b.replay").write_bytes(b"")
    answer = ask("verify", tmp_path, "--fail-fast", "--jobs", 1)
    assert answer.code == 2
    assert [line.split()[0] for line in answer.out.splitlines()] == ["pass", "refused", "2"]
    assert "2 recordings: 1 pass, 1 refused, 2 not run (--fail-fast)" in answer.out
    assert ask("verify", tmp_path / "a.replay", tmp_path / "c.replay", "--fail-fast").out.count("pass ") == 2


def test_the_summary_of_twice_as_many_files_is_twice_the_work(
    ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counted in names of files that are asked for; a set of all of them for each report would ask four times."""
    asked, name_of = [0], PurePath.__str__

    def counted(path: PurePath) -> str:
        asked[0] += 1
        return name_of(path)

    def verified(files: list[Path], *more: object) -> Iterator[Report]:
        return (Report(str(file), Verdict.PASS, 0, 1, 1, None, None, "") for file in files)

    monkeypatch.setattr(verifier, "verify_all", verified)
    monkeypatch.setattr(PurePath, "__str__", counted)
    counts = []
    for number in (50, 100):
        folder = tmp_path / f"{number}"
        folder.mkdir()
        for index in range(number):
            (folder / f"{index}.replay").touch()
        asked[0] = 0
        assert f"{number} recordings: {number} pass" in ask("verify", folder).out
        counts.append(asked[0])
    assert counts[1] < 2.5 * counts[0]


def test_verify_writes_junit_and_a_page(ask: Ask, replay: Path, tmp_path: Path) -> None:
    xml, page = tmp_path / "report.xml", tmp_path / "report.html"
    page.write_text("an older one")
    assert ask("verify", replay, "--junit", xml, "--report", page).code == 0
    assert 'tests="1" failures="0" errors="0"' in xml.read_text("utf-8")
    assert "1 of 1 pass" in page.read_text("utf-8") and "fall.replay" in page.read_text("utf-8")
    assert sorted(path.name for path in tmp_path.iterdir() if path.suffix != ".toml") == [
        "fall.replay", "report.html", "report.xml",
    ]  # fmt: skip
    xml.unlink()
    xml.mkdir()
    assert is_one_line(ask("verify", replay, "--junit", xml), "can't write", "report.xml")


def test_verify_refuses_what_is_over_its_limits(ask: Ask, replay: Path) -> None:
    told = frames.split(replay.read_bytes())
    end = ["end", 9_000_480, 0, 0, 0, 0, bytes(8), "", told[0][4], b""]
    replay.write_bytes(frames.seal([*told[:-1], ["rest", 481, 9_000_000], end]))
    answer = ask("verify", replay, "--max-seconds", 1)
    assert is_one_line(answer, "fall.replay", "took more than 1 s of processor time")


def test_diff_and_bless_keep_to_the_same_limits(replay: Path) -> None:
    told = frames.split(replay.read_bytes())
    end = ["end", 9_000_480, 0, 0, 0, 0, bytes(8), "", told[0][4], b""]
    replay.write_bytes(frames.seal([*told[:-1], ["rest", 481, 9_000_000], end]))
    before = replay.read_bytes()
    # In a process of their own: what takes too long is ended where it stands.
    for command in (("diff", replay, replay), ("bless", replay, "--reason", "because", "--yes")):
        ran = subprocess.run(
            [sys.executable, "-m", "sandbox", *map(str, command), "--max-seconds", "1"],
            capture_output=True, text=True, timeout=60,
        )  # fmt: skip
        assert (ran.returncode, ran.stdout) == (2, "")
        subject = f"sandbox diff {replay} {replay}" if command[0] == "diff" else replay
        sentence = "took more than 1 s of processor time and was stopped; --max-seconds allows more"
        assert ran.stderr.splitlines()[-1] == f"sandbox: {subject} {sentence}"
    assert replay.read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="its processes have no such limits")
def test_limits_are_lifted_again_and_too_little_memory_is_told() -> None:
    import resource

    which = (resource.RLIMIT_DATA, resource.RLIMIT_CPU)
    before = [resource.getrlimit(one) for one in which]
    with (
        pytest.raises(Refused, match="this command needed more than 1024 MB of memory and was stopped; --max-memory"),
        within(Limits(60, 1024)),
    ):
        bytearray(2**31)
    assert [resource.getrlimit(one) for one in which] == before


def test_engines_make_a_table_of_their_own(ask: Ask, replay: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from sandbox.verify import engines

    monkeypatch.setattr(engines, "prepare", lambda engine: library.bundled_dir())  # a folder without another engine
    answer = ask("verify", "--engine", "pymunk==1.0", "--engine", "pymunk==2.0", replay)
    assert answer.code == 0
    assert answer.out.splitlines()[0].split() == ["recording", "pymunk==1.0", "pymunk==2.0"]
    assert answer.out.splitlines()[1].split() == [str(replay), "equal", "equal"]
    lines = ask("verify", "--engine", "pymunk==1.0", "--json", replay).out.splitlines()
    assert [json.loads(line)["engine"] for line in lines] == ["pymunk==1.0"]
    assert is_one_line(ask("verify", "--engine", "pymunk==1.0", "--fail-fast", replay), "--engine makes a table")


# -- diff and bless


def test_diff_exits_1_if_anything_differs(ask: Ask, level: Path, replay: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.replay"
    assert ask("run", level, "--seconds", 1, "--record", other).code == 0
    assert ask("diff", replay, replay).code == 0
    answer = ask("diff", replay, other)
    assert answer.code == 1 and "first tick that differs: 241" in answer.out and "it ran in one only" in answer.out
    plain = ask("diff", replay, other, "--json").json
    keys = ["equal", "first_command", "first_tick", "micrometre_tick", "visible_tick", "greatest", "lines"]
    assert list(plain) == keys and plain["first_tick"] == 241


@pytest.fixture
def outdated(replay: Path) -> Path:
    """The recording as another program would have made it."""
    told = frames.split(replay.read_bytes())
    told[-1][8][4]["core"] = bytes(8)
    told[-1][6] = bytes(8)
    replay.write_bytes(frames.seal(told))
    return replay


def test_bless_asks_and_shows_afterwards_why(ask: Ask, outdated: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = outdated.read_bytes()
    assert is_one_line(ask("bless", outdated), "--reason")
    assert "no terminal to confirm" in ask("bless", outdated, "--reason", "because").err
    monkeypatch.setattr(sys, "stdin", io.StringIO("n\n"))
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    answer = ask("bless", outdated, "--reason", "because")
    assert answer.code == 130 and outdated.read_bytes() == data
    assert answer.out.splitlines()[0].split()[:3] == ["first", "bad", "tick"]
    assert ask("bless", outdated, "--reason", "a heavier ball", "--yes").code == 0
    assert ask("verify", outdated).code == 0
    assert "a heavier ball (end hash 0000000000000000 became " in ask("show", outdated).out
    lines = [json.loads(line) for line in ask("show", outdated, "--json").out.splitlines()]
    assert [line["reason"] for line in lines if line.get("line") == "bless"] == ["a heavier ball"]
    assert ask("bless", outdated, "--reason", "again", "--yes").out == "nothing to bless: every recording passes\n"


def test_the_lines_of_a_blessed_recording_run_again(ask: Ask, outdated: Path, level: Path, tmp_path: Path) -> None:
    assert ask("bless", outdated, "--reason", "because", "--yes").code == 0
    lines = ask("show", outdated, "--json").out
    moves = script(tmp_path, *lines.splitlines())
    assert ask("run", level, "--commands", moves, "--json").json["end_hash"] in lines


def test_a_directory_without_recordings_is_refused_even_beside_one_that_passes(
    ask: Ask, replay: Path, tmp_path: Path
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    assert is_one_line(ask("verify", empty), "empty", "no recording")
    answer = ask("verify", replay, empty, "--json")
    assert answer.code == 2
    assert sorted(json.loads(line)["verdict"] for line in answer.out.splitlines()) == ["pass", "refused"]


# -- show and parts


def test_show_a_recording(ask: Ask, replay: Path) -> None:
    text = ask("show", replay).out
    assert "'Fall'" in text
    assert "start" in text
    assert "won" in text
    lines = [json.loads(line) for line in ask("show", replay, "--json").out.splitlines()]
    assert lines[0]["level"]["title"] == "Fall"
    assert [line["what"] for line in lines if line.get("line") == "mark"] == ["won"]
    assert lines[-1]["end_hash"]


def test_show_a_level(ask: Ask, level: Path) -> None:
    assert "1 bowling_ball" in ask("show", level).out
    plain = ask("show", level, "--json").json
    assert plain["parts"] == {"bowling_ball": 1, "button": 1}
    assert plain["goals"] == ["The ball falls below 1 m"]
    assert plain["forecast"] is False and "forecast" not in ask("show", level).out


def test_show_a_level_whose_player_sees_the_forecast(ask: Ask, level: Path) -> None:
    levels.write(level, replace(levels.read(level), forecast=True))
    assert "forecast: the player sees while building where things will move" in ask("show", level).out
    assert ask("show", level, "--json").json["forecast"] is True


def test_the_help_of_check_names_every_field_of_its_json(ask: Ask) -> None:
    text = ask("check", "--help").out
    answer = check.CheckAnswer("A level", (), 1.0, 2)
    for name in ("file", *answer.as_json(), *answer.as_json()["solved"]):
        assert f'"{name}"' in text


def test_parts_lists_every_kind_with_units_and_ranges(ask: Ask) -> None:
    from sandbox.parts import FAMILIES, KINDS, LINKS

    kinds = {kind["kind"]: kind for kind in map(json.loads, ask("parts", "--json").out.splitlines())}
    assert list(dict.fromkeys(kind["family"] for kind in kinds.values())) == list(FAMILIES)
    assert {name for name, kind in kinds.items() if not kind["link"]} == set(KINDS)
    assert {name for name, kind in kinds.items() if kind["link"]} == set(LINKS)
    assert len(kinds) >= 60
    for kind in kinds.values():
        assert list(kind)[:5] == ["kind", "family", "properties", "ports", "help"]
        assert kind["help"] and kind["title"] and kind["source"] and kind["sound"]["knock"]
        for prop in kind["properties"]:
            assert {"name", "type", "default"} <= set(prop)
            assert prop["type"] not in ("number", "whole") or prop["range"][0] <= prop["default"] <= prop["range"][1]
            assert prop["type"] != "choice" or prop["default"] in prop["choices"]
    (width, *_) = [prop for prop in kinds["crate"]["properties"] if prop["name"] == "width"]
    assert width["unit"] == "m"
    assert 0 < width["range"][0] < width["default"] < width["range"][1]
    assert kinds["motor"]["ports"][0] == {"name": "shaft", "type": "shaft", "title": "Shaft"}
    assert kinds["motor"]["sound"]["cues"] == {"started": "switch", "stopped": "switch"}
    assert kinds["rope"]["joins"] == ["rope", "rope"]
    text = ask("parts").out
    assert all(name in text for name in (*KINDS, *LINKS))
    assert "width = 0.3 m (0.1 to 1)" in text


def test_parts_tells_of_the_kinds_that_are_named(ask: Ask) -> None:
    text = ask("parts", "rope", "fan").out
    assert [line for line in text.splitlines() if not line.startswith(" ")] == ["Ropes", "Air"]
    assert "speed = 12 m/s (1 to 25)" in text and "slack" in text and "bowling_ball" not in text
    assert [json.loads(line)["kind"] for line in ask("parts", "fan", "--json").out.splitlines()] == ["fan"]
    assert "is 'basket' meant?" in ask("parts", "baskit").err
    assert "leave it out" in ask("parts", "fan", "--interplay").err


def test_parts_shows_which_stimulus_leads_to_which_and_writes_an_example_of_each(ask: Ask, tmp_path: Path) -> None:
    lines = [json.loads(line) for line in ask("parts", "--interplay", "--json").out.splitlines()]
    cells = {(line["takes"], line["gives"]): line for line in lines}
    assert len(lines) == len(cells) == 144
    assert cells["knock", "power"]["kinds"] == ["outlet"]
    assert cells["knock", "power"]["chain"] == {
        "cause": "ball", "middle": "outlet", "effect": "cable", "target": "motor",
    }  # fmt: skip
    assert cells["weight", "prick"] == {"takes": "weight", "gives": "prick", "kinds": [], "chain": None}
    folder = tmp_path / "new" / "chains"
    text = ask("parts", "--interplay", "--out", folder).out
    assert "hamster_wheel" in text and f"91 levels in {folder}" in text
    level = levels.read(folder / "knock-power-outlet-motor.toml")
    assert level.title == "knock to power: outlet sets off motor"
    assert {spec.kind for spec in level.parts} >= {"outlet", "motor"}
    turns = [json.loads(line) for line in ask("parts", "--interplay", "--of", "turn", "--json").out.splitlines()]
    assert {"Turning", "Ropes"} <= {line["from"] for line in turns} and all(line["gives"] == "turn" for line in turns)
    assert "gear" in ask("parts", "--interplay", "--of", "turn").out
    assert is_one_line(ask("parts", "--interplay", "--of", "hot"), "'hot'", "heat")
    refused = ask("parts", "--out", folder)
    assert refused.code == 2 and is_one_line(refused, "--interplay")
    (tmp_path / "file").write_text("")
    assert is_one_line(ask("parts", "--interplay", "--out", tmp_path / "file"), "no folder can be made")


# -- render


def test_render_draws_a_picture_without_a_display(replay: Path, tmp_path: Path) -> None:
    out = tmp_path / "fall.png"
    running = sandbox("render", replay, "-o", out, "--size", "320x180", "--at", "0.25")
    told, notes = running.communicate(timeout=60)
    assert told == "" and notes.splitlines()[-1] == f"written: {out}"
    assert all(line.startswith("note: ") for line in notes.splitlines()[:-1])
    assert running.returncode == 0
    head = out.read_bytes()[:24]
    assert head.startswith(b"\x89PNG")
    assert (int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")) == (320, 180)


# -- bad input


@pytest.mark.parametrize(
    "line",
    [
        "share drop -o {}/x.share",
        "verify x.replay --report {}/x.html",
        "verify x.replay --junit {}/x.xml",
        "overview --picture {}/x.png",
        "check drop --map hint1 {}/x.png",
        "import x.xml -o {}/x.toml",
        "import x.xml -o x.toml --hints {}/x.jsonl",
        "render drop -o {}/x.png",
        "parts --picture {}/x.png",
        "bench --picture {}/x.png",
    ],
)
def test_a_folder_that_is_not_there_is_named_before_any_work(ask: Ask, tmp_path: Path, line: str) -> None:
    assert is_one_line(ask(*line.format(tmp_path / "none").split()), "x.", "there is no folder", "none'")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("fly",), ("fly", "--help")),
        (("run",), ("LEVEL", "--help")),
        (("run", "drop", "--seconds", "soon"), ("--seconds", "soon")),
        (("run", "drop", "--seconds", "nan"), ("--seconds", "nan")),
        (("run", "drop", "--seconds", "-1"), ("--seconds", "-1")),
        (("run", "drop", "--seconds", "1e99"), ("--seconds",)),
        (("run", "drop", "--expect", "glory"), ("--expect", "glory")),
        (("run", "drop", "--record", "drop.toml"), ("drop.toml", ".replay")),
        (("run", "drop", "--commands", "none.jsonl"), ("none.jsonl", "No such file")),
        (("run", "nosuch"), ("nosuch", "no level of this name", "lists all levels")),
        (("run", "nosuch.toml"), ("nosuch.toml", "No such file")),
        (("run", "."), (".",)),
        (("show", "nosuch.replay"), ("nosuch.replay", "No such file")),
        (("show", "no\nsuch.replay"), ("No such file",)),
        (("verify",), ("PATH", "--help")),
        (("verify", "nosuch.replay"), ("nosuch.replay", "No such file")),
        (("verify", "--jobs", "0", "x"), ("--jobs", "0")),
        (("play", "nosuch"), ("nosuch", "no level of this name")),
        (("render", "drop"), ("--out",)),
        (("render", "drop", "-o", "x.txt"), ("x.txt", ".png")),
        (("render", "nosuch", "-o", "x.png"), ("nosuch", "no level of this name")),
        (("render", "drop", "-o", "x.png", "--size", "big"), ("--size", "1280x720")),
        (("render", "drop", "-o", "x.png", "--size", "1x1"), ("1 x 1",)),
        (("render", "drop", "-o", "x.png", "--at", "nan"), ("nan",)),
        (("render", "drop", "-o", "x.gif", "--fps", "0"), ("frames a second",)),
        (("render", "drop", "-o", "x.gif", "--at", "1"), ("takes no --at", "--to")),
        (("render", "drop", "-o", "x.gif", "--tick", "9"), ("takes no --tick",)),
        (("render", "drop", "-o", "x.png", "--trails", "sheep"), ("'sheep' is no part",)),
        (("render", "drop", "-o", "x.png", "--trails", "999"), ("no part 999",)),
        (("render", "drop", "-o", "x.wav", "--no-sound"), ("x.wav would hold nothing",)),
        (("render", "drop", "-o", "x.mp4", "--volume", "300"), ("300 %", "0 to 100")),
        (("render", "drop", "--follow", "-o", "x.gif"), ("does not solve the level", "--follow")),
        (("render", "drop", "--follow", "-o", "x.png"), ("x.png is a picture",)),
        (("render", "drop", "--follow", "-o", "x.gif", "--from", "1"), ("takes no --from",)),
        (("render", "drop", "-o", "--help"), ("missing before --help", "./--help")),
        (("parts", "--picture", "--help"), ("missing before --help", "./--help")),
        (("parts", "--picture", "parts.jpg"), ("parts.jpg", ".png")),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, tuple) else None,
)
def test_bad_input_gets_one_line_and_exit_2(ask: Ask, arguments: tuple[str, ...], words: tuple[str, ...]) -> None:
    assert is_one_line(ask(*arguments), *words)


def files() -> dict[str, bytes]:
    """Files that are neither levels nor recordings, and one of each with something wrong in it."""
    return {
        "empty": b"",
        "text": b"To be or not to be\n",
        "binary": bytes(range(256)),
        "unknown-part": b'format = 1\nrules = 3\n[[parts]]\nid = 1\nkind = "dragon"\nx = 1.0\ny = 1.0\n',
        "not-finite": b'format = 1\nrules = 3\n[[parts]]\nid = 1\nkind = "crate"\nx = nan\ny = 1.0\n',
        "too-far": b'format = 1\nrules = 3\n[[parts]]\nid = 1\nkind = "crate"\nx = 1e7\ny = 1.0\n',
        "deep": b"format = 1\nx = " + b"[" * 5000,
        "newer": b"format = 999\n",
    }


@pytest.mark.parametrize("command", ["run", "show", "verify", "play"])
@pytest.mark.parametrize("name", files())
@pytest.mark.parametrize("suffix", [".toml", ".replay"])
def test_a_file_of_the_wrong_kind_gets_one_line(ask: Ask, tmp_path: Path, command: str, name: str, suffix: str) -> None:
    path = tmp_path / f"{name}{suffix}"
    path.write_bytes(files()[name])
    assert is_one_line(ask(command, path), path.name)


@pytest.mark.parametrize("command", ["run", "show", "verify"])
def test_a_file_that_fails_while_it_is_read(ask: Ask, command: str) -> None:
    assert is_one_line(ask(command, "/proc/self/mem"), "/proc/self/mem", "Input/output error")


def test_a_recording_is_not_a_level_and_a_level_not_a_recording(ask: Ask, level: Path, replay: Path) -> None:
    assert is_one_line(ask("run", replay), "fall.replay", "recording")
    assert is_one_line(ask("verify", level), "fall.toml")


# -- the process as a whole


def sandbox(*arguments: object, **options: Any) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "sandbox", *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)


def test_commands_from_standard_input(level: Path) -> None:
    running = sandbox("run", level, "--commands", "-", "--seconds", "1", "--json", stdin=subprocess.PIPE)
    out, err = running.communicate('{"tick": 0, "do": "start"}\n', timeout=60)
    assert json.loads(out)["outcome"] == "won", err


def test_a_reader_that_goes_away_is_no_error(replay: Path) -> None:
    running = sandbox("parts")
    assert running.stdout is not None
    assert running.stderr is not None
    running.stdout.close()
    assert running.stderr.read() == ""
    assert running.wait(60) not in (0, 2)


def test_ctrl_c_ends_a_run_quietly_and_what_was_recorded_verifies(ask: Ask, level: Path, tmp_path: Path) -> None:
    path = tmp_path / "out.replay"
    # A background job of a shell ignores the interrupt, and so do its children: this one is not to.
    running = sandbox(
        "run",
        level,
        "--seconds",
        36_000,
        "--record",
        path,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    deadline = time.monotonic() + 30
    while not (path.exists() and path.stat().st_size > 5000) and time.monotonic() < deadline:
        time.sleep(0.02)
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert err.strip() == ""
    answer = ask("verify", path, "--allow-cut", "--json")
    assert (answer.code, answer.json["verdict"]) == (0, "cut")
    assert answer.json["compared"] > 100


# -- import

FOREIGN = """<!DOCTYPE mydocument>
<tbe-level><levelinfo><title>Drop it</title></levelinfo>
<toolbox><toolboxitem count="1"><object type="BowlingBall"/></toolboxitem></toolbox>
<scene><scenesize width="3" height="2"/><predefined>
<object type="BowlingPin" X="1.5" Y="0.171" ID="pin"/>MORE</predefined></scene>
<goals><goal type="positionchange"><property key="object">pin</property><property key="anglechanged"/></goal></goals>
<hints><hint object="BowlingBall" X="1.53" Y="1.2"/></hints></tbe-level>"""


@pytest.fixture
def foreign(tmp_path: Path) -> Callable[[str], Path]:
    def write(more: str = "") -> Path:
        path = tmp_path / "drop.xml"
        path.write_text(FOREIGN.replace("MORE", more), "utf-8")
        return path

    return write


def test_import_gives_a_level_and_its_solution_that_run_together(
    ask: Ask, foreign: Callable[[str], Path], tmp_path: Path
) -> None:
    out, solution = tmp_path / "drop.toml", tmp_path / "drop.jsonl"
    answer = ask("import", foreign(""), "-o", out, "--hints", solution, "--strict", "--json")
    assert answer.code == 0 and answer.err == f"written: {solution}\nwritten: {out}\n"
    assert json.loads(answer.out) == {"objects": 2, "converted": 2, "unknown": {}}
    assert levels.read(out).title == "Drop it"
    assert ask("run", out, "--seconds", 3, "--expect", "open").code == 0, "without the hint it is not won"
    assert ask("run", out, "--commands", solution, "--seconds", 3, "--expect", "won").code == 0
    assert not list(tmp_path.glob("*.new"))


def test_import_names_what_it_leaves_out_and_strict_refuses_it(
    ask: Ask, foreign: Callable[[str], Path], tmp_path: Path
) -> None:
    out, path = tmp_path / "drop.toml", foreign('<object type="Teapot" X="1" Y="1"/>')
    answer = ask("import", path, "-o", out, "--strict")
    assert answer.code == 2 and is_one_line(answer, "drop.xml", "object Teapot (1)")
    assert not out.exists(), "nothing is written"
    answer = ask("import", path, "-o", out, "--json")
    assert answer.code == 0 and "drop.xml" in answer.err and "object Teapot (1)" in answer.err
    line = 1 + path.read_text("utf-8").split('<object type="Teapot"')[0].count("\n")
    assert f"line {line}: object Teapot" in answer.err and "by hand" in answer.err, "where it is, and what to do"
    assert json.loads(answer.out) == {"objects": 3, "converted": 2, "unknown": {"object Teapot": 1}}
    assert out.exists()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<svg/>", ("not a level of The Butterfly Effect",)),
        ("<tbe-level>", ("line 1", "not well-formed")),
        ('<!DOCTYPE a [<!ENTITY b "c">]><tbe-level>&b;</tbe-level>', ("line 1", "document type")),
        (FOREIGN.replace('X="1.5"', 'X="left"'), ("line 5", "X is 'left'", "not a number")),
        (FOREIGN.replace('X="1.5"', 'X="1e300"'), ("line 5", "numbers go from")),
    ],
)
def test_import_of_what_is_no_level_gets_one_line(ask: Ask, tmp_path: Path, text: str, words: tuple[str, ...]) -> None:
    path = tmp_path / "bad.xml"
    path.write_text(text, "utf-8")
    answer = ask("import", path, "-o", tmp_path / "out.toml")
    assert answer.code == 2 and is_one_line(answer, "bad.xml", *words)


def test_import_does_not_write_over_what_it_reads(ask: Ask, foreign: Callable[[str], Path], tmp_path: Path) -> None:
    path = foreign("")
    assert ask("import", path, "-o", path).code == 2
    assert path.read_text("utf-8") == FOREIGN.replace("MORE", "")
    assert ask("import", tmp_path / "nothing.xml", "-o", tmp_path / "out.toml").code == 2


# -- check


def test_check_answers_with_sentences_and_exit_codes(ask: Ask, tmp_path: Path) -> None:
    level = Design(
        title="Down",
        parts=(PartSpec(1, "floor", 1.0, 0.0, fixed=True),),
        goals=(Goal("It is down", Count("tennis_ball", 0.0, 0.0, 2.0, 0.3)),),
        stock={"tennis_ball": 1},
        allow=("press",),
        next_id=2,
    )
    path = tmp_path / "levels" / "down.toml"
    path.parent.mkdir()
    levels.write(path, level)
    levels.write(path, replace(level, parts=(*level.parts, PartSpec(2, "crate", 1.5, 0.5)), next_id=3))
    assert re.search(r"note  sense    the player may move and delete Crate 2 \(line \d+\)", ask("check", path).out)
    levels.write(path, level)
    unproven = ask("check", path)
    assert unproven.code == 1 and "no recording of a solution" in unproven.out and "is not sound" in unproven.out
    moves = tmp_path / "moves.jsonl"
    moves.write_text(
        '{"tick": 0, "do": "place", "kind": "tennis_ball", "x": 1, "y": 0.5}\n{"tick": 0, "do": "start"}\n'
    )
    solution = tmp_path / "replays" / "down.replay"
    solution.parent.mkdir()
    assert ask("run", path, "--commands", moves, "--seconds", "1", "--record", solution).code == 0
    sound = ask("check", path)
    assert sound.code == 0 and "'Down' is sound" in sound.out and "Tennis ball 2: 50 mm or more" in sound.out
    told = ask("check", path, "--json", "--solution", solution).json
    assert told["sound"] and told["placing"][0]["mm"] == 50.0
    assert "good  needed   each part" in sound.out and "doubt motion   nothing moves or turns" in sound.out
    assert told["findings"][0].keys() == {"grade", "text", "bar", "figures"}
    strict = ask("check", path, "--strict", "--no-cache")
    assert strict.code == 1 and "'Down' is not sound" in strict.out and "bad   motion   nothing moves" in strict.out
    assert ask("check", path, "--strict").out == strict.out, "results that were kept say the same"
    moves.write_text('{"tick": 0, "do": "place", "kind": "crate", "x": 3, "y": 1.2}\n' + moves.read_text())
    levels.write(path, replace(level, stock={"tennis_ball": 1, "crate": 1}))
    hunt = ("--solution", moves, "--hunt", 12, "--jobs", 1, "--out", tmp_path / "wins", "--pictures", tmp_path / "wins")
    shorter = ask("check", path, *hunt)
    assert shorter.code == 1 and "won with 1 of 2 parts" in shorter.out and "written: " in shorter.out
    assert {file.name for file in (tmp_path / "wins").iterdir()} == {"down.solve1.replay", "down.solve1.png"}
    assert is_one_line(ask("check", path, "--out", tmp_path), "--out is for the recordings of --hunt")
    assert is_one_line(ask("check", tmp_path / "none.toml"), "none.toml")
    assert is_one_line(ask("check", path, path, "--solution", solution), "--solution is of one level")
