"""Whatever becomes of the standard streams, the exit code is the right one and nobody sees a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sandbox.cli.output import READER_GONE
from sandbox.design.design import Design, PartSpec
from sandbox.levels import levels
from sandbox.tasks import child
from tests.signs_of_life import without_notes

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="what a shell of POSIX does to the streams")
REPLAY = str(child.ROOT / "replays" / "drop.replay")
COMMANDS = {
    "help": "--help",
    "help of verify": "verify --help",
    "verify": f"verify {REPLAY}",
    "show": f"show {REPLAY} --json",
    "show a level": "show drop",
    "run": "run drop --seconds 0.1",
    "diff": f"diff {REPLAY} {REPLAY}",
    "share": "share drop --text --only level",
    "parts": "parts",
    "a table": "parts --interplay",
    "engine": "engine",
    "bless": f"bless {REPLAY} --reason none",
}
# A command that prints nothing, with code 2, for each way to ask wrongly.
WRONG = {"no file": "show nowhere.replay", "no option": "run drop --no-such-option"}


def shell(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a line of bash, in which `sandbox` is the command line."""
    python = " ".join(map(repr, child.command("-m", "sandbox")))
    ran = subprocess.run(
        ["bash", "-c", f'sandbox() {{ {python} "$@"; }}; {line}'],
        cwd=folder, env={**child.environment(), "SANDBOX_DATA": str(folder)},
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    ran.stderr = without_notes(ran.stderr)
    return ran


def into(output: int, line: str, folder: Path) -> tuple[int, str]:
    """Run a line of `sandbox` with a descriptor for its output; returns the exit code, and what stands on stderr."""
    ran = subprocess.run(
        child.command("-m", "sandbox", *line.split()),
        cwd=folder, env={**child.environment(), "SANDBOX_DATA": str(folder)},
        stdout=output, stderr=subprocess.PIPE, text=True, timeout=120,
    )  # fmt: skip
    return ran.returncode, without_notes(ran.stderr)


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_a_closed_output_changes_no_answer(command: str, tmp_path: Path) -> None:
    ran = shell(f"sandbox {command} >&-; echo $?; sandbox {command} >&- 2>&- <&-; echo $?", tmp_path)
    assert (ran.stdout, ran.stderr) == ("0\n0\n", "")


@pytest.mark.usefixtures("forked_starts")
@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_a_full_disk_is_told(command: str, tmp_path: Path) -> None:
    with open("/dev/full", "wb") as full:
        code, errors = into(full.fileno(), command, tmp_path)
    assert code == 2 and errors.count("\n") == 1 and "No space left on device" in errors


@pytest.mark.usefixtures("forked_starts")
@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_a_reader_that_has_left_ends_it_as_it_ends_other_programs(command: str, tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        assert into(writer, command, tmp_path) == (READER_GONE, "")
    finally:
        os.close(writer)


def test_a_shell_takes_that_for_a_reader_that_has_left(tmp_path: Path) -> None:
    ran = shell("set -o pipefail; { sleep 0.2; sandbox show drop; } | true; echo $?", tmp_path)
    assert (ran.stdout, ran.stderr) == ("141\n", "")


def test_a_full_disk_is_told_by_a_process_that_was_started_with_it(tmp_path: Path) -> None:
    ran = shell("sandbox show drop >/dev/full; echo $?", tmp_path)
    assert ran.stdout == "2\n" and ran.stderr.count("\n") == 1 and "No space left on device" in ran.stderr


@pytest.mark.parametrize("command", WRONG.values(), ids=WRONG)
def test_what_can_not_be_said_is_still_answered(command: str, tmp_path: Path) -> None:
    for streams in ("2>&-", "2>/dev/full", ">&- 2>&-", "2>/dev/full >/dev/full"):
        assert shell(f"sandbox {command} {streams}; echo $?", tmp_path).stdout == "2\n"


def test_no_output_goes_into_a_file_that_took_the_place_of_a_closed_stream(tmp_path: Path) -> None:
    shell("sandbox run drop --seconds 0.1 --record out.replay >&- 2>&- <&-", tmp_path)
    assert shell("sandbox verify out.replay", tmp_path).stdout.startswith("pass")


def test_nothing_can_be_asked_or_read_where_input_is_closed(tmp_path: Path) -> None:
    assert shell("sandbox unpack - <&-", tmp_path).returncode == 2
    assert shell("sandbox run drop --commands - --seconds 0.1 <&-", tmp_path).returncode == 0


def test_what_is_refused_stands_in_order_among_the_others(tmp_path: Path) -> None:
    (tmp_path / "a.replay").write_bytes(Path(REPLAY).read_bytes())
    (tmp_path / "b.replay").write_text("junk")
    (tmp_path / "c.replay").write_bytes(Path(REPLAY).read_bytes())
    ran = shell("sandbox verify . >log", tmp_path)
    words = [line.split()[0] for line in (tmp_path / "log").read_text().splitlines()]
    assert (words[:3], ran.stderr, ran.returncode) == (["pass", "refused", "pass"], "", 2)


def test_a_level_that_ends_its_process_is_told(tmp_path: Path) -> None:
    """A heap in one place, for whose contacts the engine gets no memory: it ends the process, and does not say why."""
    heap = tuple(PartSpec(number, "crate", 1.0, 1.0) for number in range(1, 1500))
    levels.write(tmp_path / "heap.toml", Design(title="Heap", parts=heap, next_id=1500))
    ran = shell("sandbox run heap.toml --max-memory 128; echo $?", tmp_path)
    assert ran.stdout == "2\n" and ran.stderr.startswith("sandbox: ") and ran.stderr.count("\n") == 1
    assert "sandbox run heap.toml was ended by signal SIGSEGV: it probably needed more than 128 MB" in ran.stderr
    assert "--max-memory" in ran.stderr
