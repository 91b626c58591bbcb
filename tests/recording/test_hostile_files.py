"""Files that are damaged, cut, tampered with or made to hurt: each gets one sentence, none ever passes."""

import os
import random  # noqa: TID251  (picks bits to flip)
import subprocess
import sys
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgpack
import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from sandbox.commands import commands as c
from sandbox.errors import BadFile
from sandbox.recording import framing, reader, recording, run_reader
from sandbox.recording.fingerprint import Fingerprint
from sandbox.recording.reader import parse, read
from sandbox.recording.recorder import Recorder
from sandbox.verify.verify import Verdict, verify
from tests import frames
from tests.support import HERE
from tests.tools.fuzz import fuzz_recording

Frames = list[Any]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of a small complete recording."""
    path = tmp_path_factory.mktemp("whole") / "a.replay"
    frames.small_session(path)
    return path.read_bytes()


def refusal(data: bytes) -> str:
    with pytest.raises(BadFile) as refused:
        parse(data)
    said = str(refused.value)
    assert "\n" not in said and len(said) < 500
    return said


# -- bits and bytes


def test_one_flipped_bit_anywhere_is_damage(whole: bytes) -> None:
    chance = random.Random(1)
    for at in range(len(whole)):
        for bit in range(8) if at < 400 or at > len(whole) - 300 else [chance.randrange(8)]:
            flipped = bytearray(whole)
            flipped[at] ^= 1 << bit
            assert "byte" in refusal(bytes(flipped)), (at, bit)


def test_one_flipped_bit_in_a_cut_file_is_damage_or_a_shorter_cut(whole: bytes) -> None:
    """Without its end a file can't prove its last length; but what is read of it is what was written."""
    pieces = frames.raw(whole)
    cut = frames.MAGIC + b"".join(pieces[:5])
    commands = parse(cut).commands
    for at in range(len(cut)):
        for bit in range(8):
            flipped = bytearray(cut)
            flipped[at] ^= 1 << bit
            try:
                found = parse(bytes(flipped))
            except BadFile:
                continue
            assert found.end is None and found.commands == commands[: len(found.commands)]


def test_a_file_cut_at_any_byte_is_read_up_to_its_last_whole_frame(whole: bytes) -> None:
    full = parse(whole)
    ends = [len(frames.MAGIC)]
    for piece in frames.raw(whole):
        ends.append(ends[-1] + len(piece))
    for size in range(len(whole)):
        if size < ends[1]:
            assert "nothing" in refusal(whole[:size]) or "empty" in refusal(whole[:size])
            continue
        found = parse(whole[:size])
        assert found.end is None
        assert found.cut is not None and ("no end" in found.cut) == (size in ends)
        assert found.commands == full.commands[: len(found.commands)]
        last = max(index for index, end in enumerate(ends) if end <= size)
        told = [frame for frame in frames.split(whole)[:last] if frame[0] == "do"]
        assert len(found.commands) == len(told)


@pytest.mark.parametrize("zeros", [1, 4, 5, 10, 11, 5000])
def test_zeros_where_a_power_cut_left_them_are_a_cut(whole: bytes, zeros: int) -> None:
    pieces = frames.raw(whole)
    before = frames.MAGIC + b"".join(pieces[:6])
    for part in (0, 3, len(pieces[6]) - 5):  # how much of the next frame still reached the disk
        found = parse(before + pieces[6][:part] + bytes(len(pieces[6]) - part + zeros))
        assert found.end is None and found.cut is not None
        assert found.commands == parse(before).commands


def test_zeros_in_the_middle_are_damage(whole: bytes) -> None:
    pieces = frames.raw(whole)
    for index in (1, 4, len(pieces) - 2):
        zeroed = [*pieces[:index], bytes(len(pieces[index])), *pieces[index + 1 :]]
        assert "damaged at byte" in refusal(frames.MAGIC + b"".join(zeroed))


def test_the_sentence_on_damage_says_how_to_keep_the_rest(whole: bytes) -> None:
    pieces = frames.raw(whole)
    at = len(frames.MAGIC) + sum(map(len, pieces[:8]))
    flipped = bytearray(whole)
    flipped[at + 9] ^= 4
    said = refusal(bytes(flipped))
    assert f"damaged at byte {at}:" in said and f"head -c {at}" in said
    assert parse(whole[:at]).cut


# -- whole frames


def test_a_frame_removed_doubled_swapped_or_appended_is_damage(whole: bytes) -> None:
    pieces = frames.raw(whole)
    assert frames.MAGIC + b"".join(pieces) == whole
    for index in range(len(pieces)):
        removed = [*pieces[:index], *pieces[index + 1 :]]
        doubled = [*pieces[: index + 1], *pieces[index:]]
        if index < len(pieces) - 1:  # without its end it is a cut file
            assert "damaged" in refusal(frames.MAGIC + b"".join(removed))
            swapped = [*pieces[:index], pieces[index + 1], pieces[index], *pieces[index + 2 :]]
            assert "damaged" in refusal(frames.MAGIC + b"".join(swapped))
        assert "damaged" in refusal(frames.MAGIC + b"".join(doubled))
        assert "damaged" in refusal(whole + pieces[index])


def test_negative_control_a_sealed_file_is_read(whole: bytes) -> None:
    assert frames.seal(frames.split(whole)) == whole
    assert parse(frames.seal(frames.split(whole))).end is not None


def _without(kind: str) -> Callable[[Frames], Frames]:
    def remove(told: Frames) -> Frames:
        del told[frames.last(told, kind)]
        return told

    return remove


def _changed(kind: str, field: int, value: Any) -> Callable[[Frames], Frames]:
    def change(told: Frames) -> Frames:
        told[frames.first(told, kind)][field] = value
        return told

    return change


def _inserted(frame: Any, after: str = "do") -> Callable[[Frames], Frames]:
    def insert(told: Frames) -> Frames:
        told.insert(frames.first(told, after) + 1, frame)
        return told

    return insert


def _swapped(told: Frames) -> Frames:
    at = frames.last(told, "do")
    told[at - 1], told[at] = told[at], told[at - 1]
    return [*told[:1], *sorted(told[1:-1], key=lambda frame: -frame[1]), told[-1]]


def _level(change: Callable[[dict[str, Any]], object]) -> Callable[[Frames], Frames]:
    def edit(told: Frames) -> Frames:
        change(told[0][2])
        return told

    return edit


def _print(field: int, text: str, kind: str = "head", at: int = 4) -> Callable[[Frames], Frames]:
    return _changed(kind, at, [*HERE[:field], text, *HERE[field + 1 : 4]])


def _part(name: str, value: Any) -> Callable[[Frames], Frames]:
    return _level(lambda level: level["parts"][1].__setitem__(name, value))


def _nested(depth: int) -> bytes:
    return b"\x93\xa2do\x05" + b"\x91" * depth + b"\xc0"


def _uses(uses: Any) -> Callable[[Frames], Frames]:
    return _changed("end", 8, [*HERE[:4], uses])


FINGERPRINT = HERE.to_plain()
UNDO = ["undo"]
SEALED: dict[str, tuple[Callable[[Frames], Frames], str]] = {
    "a hash frame removed": (_without("hash"), "ran but has no hash"),
    "a do frame removed": (_without("do"), "has a hash, but nothing ran then"),
    "frames in another order": (_swapped, "ticks run backwards"),
    "a frame after the end": (lambda told: [*told, ["mark", 999, "note", ""]], "a mark frame after the end"),
    "two ends": (lambda told: [*told, told[-1]], "an? end frame after the end"),
    "two heads": (lambda told: [told[0], *told], "a head frame where the session should go on"),
    "no head": (lambda told: told[1:], "a do frame where the head should go on"),
    "a hash of no ticks": (_inserted(["hash", 6, b""]), "0 bytes of hashes"),
    "half a hash": (_inserted(["hash", 6, bytes(12)]), "12 bytes of hashes"),
    "a hash twice": (_inserted(["hash", 41, bytes(8)], "hash"), "ticks run backwards: hashes from tick 41 on"),
    "a hash where nothing ran": (_inserted(["hash", 5, bytes(8)]), "tick 5 has a hash, but nothing ran then"),
    "a rest before any hash": (_inserted(["rest", 5, 3]), "without a hash before it"),
    "too many running ticks": (_inserted(["rest", 101, 10_000_060], "hash"), "more than 10000000 running ticks"),
    "no command in a do": (_inserted(["do", 5, []]), "a do frame without a command"),
    "a part named by a number": (
        _inserted(["do", 5, [["delete", -1]]]),
        "delete names a part by a number of its player",
    ),
    "a player who is not": (_inserted(["do", 5, [["by", 16, UNDO]]]), "the player of a command is 16"),
    "257 commands on a tick": (_inserted(["do", 5, [UNDO] * 255]), "more than 256 commands on tick 5"),
    "ticks backwards": (_inserted(["do", 4, [UNDO]]), "ticks run backwards: 4 after 5"),
    "a negative tick": (_inserted(["mark", -1, "note", ""], "head"), "ticks go from 0 to 2"),
    "a tick too large": (_changed("end", 1, 2**53 + 1), "ticks go from 0 to 2"),
    "an unknown kind": (_inserted(["jump", 5]), "unknown kind 'jump'"),
    "a frame that is a map": (_inserted({"do": 5}), "unknown kind None"),
    "a frame that is a number": (_inserted(7), "unknown kind None"),
    "an empty frame": (_inserted(b""), "not plain msgpack"),
    "more than one value": (_inserted(msgpack.packb(["do", 5, [UNDO]]) + b"\xc0"), "not plain msgpack"),
    "an array that lies about its length": (_inserted(b"\xdd\x00\x10\x00\x00\xc0"), "not plain msgpack"),
    "an extension type": (_inserted(b"\x92\xa2do\xd4\x05\x00"), "not plain msgpack"),
    "a timestamp": (_inserted(b"\x92\xa2do\xd6\xff\x00\x00\x00\x00"), "not plain msgpack"),
    "an empty timestamp": (_inserted(b"\x92\xa2do\xc7\x00\xff"), "not plain msgpack"),
    "text that is not UTF-8": (_inserted(b"\x92\xa2do\xa2\xff\xfe"), "not plain msgpack"),
    "values nested too deep": (_inserted(_nested(400)), "unknown command|nested|too deep"),
    "values nested far too deep": (_inserted(_nested(100_000)), "not plain msgpack|nested"),
    "True for 1": (_inserted(["do", True, [UNDO]]), "wrong fields .bool, list."),
    "a tick that is a float": (_inserted(["do", 5.0, [UNDO]]), "wrong fields .float, list."),
    "a field too many": (_inserted(["do", 5, [UNDO], 1]), "wrong fields"),
    "a mark of another kind": (_inserted(["mark", 5, "cheated", ""]), "marks are won, lost and note"),
    "a text too long": (_inserted(["mark", 5, "note", "x" * 4097]), "not plain msgpack within the limits"),
    "an unknown command": (_inserted(["do", 5, [["explode", 3]]]), "unknown command 'explode'"),
    "a command that is no array": (_inserted(["do", 5, ["undo"]]), "does not fit|unknown command"),
    "a command with a field too many": (_inserted(["do", 5, [["press", 1, 2]]]), "command press does not fit"),
    "a command with a bool for an id": (_inserted(["do", 5, [["press", True]]]), "command press does not fit"),
    "a command with nan": (_inserted(["do", 5, [["drag", float("nan"), 0.0]]]), "command drag.* not a finite number"),
    "a command with inf": (_inserted(["do", 5, [["drag", 0.0, float("-inf")]]]), "command drag.* not a finite number"),
    "a command with 1e7": (
        _inserted(["do", 5, [["drag", 1e7, 0.0]]]),
        "command drag.* 1e.07; numbers go from -1e.06 to 1e.06",
    ),
    "a command with bytes": (_inserted(["do", 5, [["drag", b"1", 0.0]]]), "type bytes"),
    "an unknown part": (_part("kind", "black_hole"), "byte 17: part 2 is of the unknown kind 'black_hole'"),
    "an unknown property": (_part("props", {"wings": 2}), "no property 'wings'"),
    "a part at nan": (_part("x", float("nan")), "level / parts 2 / x is not a finite number"),
    "a part at infinity": (_part("y", float("inf")), "level / parts 2 / y is not a finite number"),
    "a part at 1e7": (_part("x", 1e7), "level / parts 2 / x is 1e.07"),
    "a part id of 2^31": (_part("id", 2**31), "level / parts 2147483648 / id|2147483648"),
    "a part id twice": (_part("id", 1), "id 1 is used twice"),
    "a part kind too long": (_part("kind", "x" * 5000), "not plain msgpack within the limits"),
    "a part with a text for a number": (_part("x", "1.0"), "x|float"),
    "too many parts": (
        _level(lambda level: level.update(parts=[{"id": i, "kind": "x", "x": 0, "y": 0} for i in range(1, 20_002)])),
        "the level has 20001 parts",
    ),
    "a level with an unknown field": (_level(lambda level: level.update(script="rm -rf")), "script"),
    "another tick rate": (_changed("head", 1, 60), "the head says 60 ticks a second, its level 240"),
    "a level in no frames": (_changed("head", 2, 0), "a level in 0 frames"),
    "a level in a thousand frames": (_changed("head", 2, 1000), "a level in 1000 frames"),
    "a level that is a list": (_changed("head", 2, []), "wrong fields"),
    "a negative seed": (_changed("head", 3, -1), "seed"),
    "a fingerprint of three": (_changed("head", 4, FINGERPRINT[:3]), "four texts"),
    "a fingerprint of numbers": (_changed("head", 4, [1, 2, 3, 4]), "four texts"),
    "a code that is a path": (_print(0, "/tmp/" + "a" * 27), "byte 17: a fingerprint whose code is '/tmp/a"),
    "a code that climbs": (_print(0, "../../evil"), "32 hexadecimal digits"),
    "a code with a line end": (_print(0, "a" * 32 + "\n"), "32 hexadecimal digits"),
    "a code in foreign digits": (_print(0, "\u0661" * 32), "32 hexadecimal digits"),
    "an engine without its digest": (_print(1, "pymunk 7.3.1"), "pymunk, its version and 32"),
    "an engine that is a command": (_print(1, "--index-url=http://x pymunk"), "pymunk, its version and 32"),
    "an engine of an endless version": (_print(1, f"pymunk {'7' * 99} {'e' * 32}"), "pymunk, its version and 32"),
    "an arithmetic of four letters": (_print(2, "fast"), "whose arithmetic is 'fast'"),
    "an env that clears the screen": (_print(3, "Linux\x1b[2J"), "not one printable line"),
    "an env in two lines": (_print(3, "Linux\npass"), "not one printable line"),
    "an env of a page": (_print(3, "x" * 401), "not one printable line"),
    "uses that are no table": (_uses([]), "no table of 1 to 1000 names"),
    "uses of nothing": (_uses({}), "no table of 1 to 1000 names"),
    "uses of a thousand and one": (_uses({f"part:a{n:04}": bytes(8) for n in range(1001)}), "no table of 1 to 1000"),
    "uses of a path": (_uses({"part:../evil": bytes(8)}), "a fingerprint that uses 'part:../evil'; that is 'core', or"),
    "uses of a number": (_uses({7: bytes(8)}), "not plain msgpack"),
    "uses of a text for a digest": (_uses({"core": "a" * 8}), "whose digest of core is not 8 bytes long"),
    "uses of a short digest": (_uses({"core": bytes(7)}), "whose digest of core is not 8 bytes long"),
    "uses out of order": (_uses({"part:ramp": bytes(8), "core": bytes(8)}), "are not in order"),
    "uses and more": (_changed("end", 8, [*FINGERPRINT, {"core": bytes(8)}, 1]), "four texts"),
    "a wrong fingerprint at the end": (_print(0, "code", "end", 8), "whose code is 'code'"),
    "a state with negative counts": (_changed("state", 5, -1), "counts over its limits"),
    "a state with too many rows": (_changed("state", 4, 10**9), "counts over its limits"),
    "a state in a million frames": (_changed("state", 2, 10**6), "a state in 1000001 frames"),
    "a state that is broken off": (_changed("state", 2, 1), "within a state|does not go on"),
    "a short end hash": (_changed("end", 6, bytes(7)), "end hash is not 8 bytes"),
}


@pytest.mark.parametrize("name", SEALED)
def test_a_well_sealed_file_that_breaks_a_rule(whole: bytes, name: str) -> None:
    tamper, rule = SEALED[name]
    said = refusal(frames.seal(tamper(frames.split(whole))))
    with pytest.raises(BadFile, match=rule):
        raise BadFile(said)
    assert said.startswith("byte ")


@pytest.mark.parametrize("field", range(2, 6))
def test_counts_at_the_end_that_are_wrong(whole: bytes, field: int) -> None:
    told = frames.split(whole)
    told[-1][field] += 1
    assert "the end speaks of" in refusal(frames.seal(told, mend=False))


def test_a_digest_that_is_wrong(whole: bytes) -> None:
    """A change that keeps every check right, but not the digest of the whole."""
    told = frames.split(whole)
    told[frames.first(told, "mark")][3] = "Other"
    packed = msgpack.packb(frames.split(whole)[-1])
    assert "digest of all bytes" in refusal(frames.seal([*told[:-1], packed]))


STATES: dict[str, tuple[Callable[[Frames], Frames], str]] = {
    "not deflated": (_changed("state", 9, b"not deflated"), "can't be inflated"),
    "a bomb": (_changed("state", 9, zlib.compress(bytes(50_000_000), 9)), "another size than it announces"),
    "too short": (_changed("state", 9, zlib.compress(b"")), "another size than it announces"),
    "bytes after it": (_changed("state", 9, zlib.compress(b"") + b"more"), "another size than it announces"),
    "some bytes of its numbers deflated": (_changed("state", 8, 48), "48 bytes that are not deflated"),
    "fewer bytes than not deflated": (
        _inserted(["state", 90, 0, False, 5, 1, 0, 0, 36, bytes(35)], "state"),
        "can't be inflated|another size than it announces",
    ),
    "fewer rows than announced": (
        _inserted(["state", 90, 0, True, 9, 0, 0, 0, zlib.compress(b"")], "state"),
        "a state of 9 rows that holds 0",
    ),
    "a row that is not there": (
        _inserted(["state", 90, 0, False, 5, 1, 0, 0, 0, zlib.compress(b"\x05" + bytes(51))], "state"),
        "a row that is not there",
    ),
    "a row that is not there, in a file of before": (
        _inserted(["state", 90, 0, False, 5, 1, 0, 0, zlib.compress(b"\x05" + bytes(51))], "state"),
        "a row that is not there",
    ),
    "no state before it": (_changed("state", 3, False), "refers to one before it that is not there"),
}


@pytest.mark.parametrize("name", STATES)
def test_states_that_do_not_fit(whole: bytes, tmp_path: Path, name: str) -> None:
    tamper, rule = STATES[name]
    data = frames.seal(sorted_by_tick(tamper(frames.split(whole))))
    found = parse(data)
    with pytest.raises(BadFile, match=rule):
        list(found.states)
    (tmp_path / "a.replay").write_bytes(data)
    report = verify(tmp_path / "a.replay")
    assert report.verdict is Verdict.REFUSED and report.exit == 2


def sorted_by_tick(told: Frames) -> Frames:
    """Frames put in where they do not run backwards."""
    when = [frame[1] + len(frame[2]) // 8 - 1 if frame[0] == "hash" else frame[1] for frame in told[1:]]
    order = sorted(range(len(when)), key=lambda index: when[index])
    return [told[0], *(told[index + 1] for index in order)]


ANY_TEXTS = st.text(max_size=9) | st.binary(max_size=9)
ANY_VALUES = st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | ANY_TEXTS
ANYTHING = st.recursive(
    ANY_VALUES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(ANY_TEXTS, inner, max_size=4)
)


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_anything_well_sealed_is_read_or_refused_in_words(whole: bytes, data: st.DataObject) -> None:
    """Random changes of random fields, sealed again: no traceback, and what is read keeps the rules."""
    told = frames.split(whole)
    for _ in range(data.draw(st.integers(1, 3))):
        target: Any = told
        while True:
            keys = list(target) if isinstance(target, dict) else list(range(len(target)))
            key = data.draw(st.sampled_from(keys))
            if isinstance(target[key], list | dict) and target[key] and data.draw(st.integers(0, 4)):
                target = target[key]
                continue
            target[key] = data.draw(ANYTHING)
            break
    try:
        sealed = frames.seal(told, mend=False)
    except (TypeError, IndexError, KeyError):
        return  # our own tool can't seal it
    try:
        found = parse(sealed)
        list(found.states)
    except BadFile as refused:
        assert "byte" in str(refused) or "state" in str(refused)
        return
    assert found.ticks <= 2**53 and len(found.head.design.parts) <= 20_000


@pytest.mark.parametrize("more", [b"\0", bytes(5000), b"\xc6", b"\xc6\0\0\0\5\1\2", b"text"])
def test_bytes_after_the_end(whole: bytes, more: bytes) -> None:
    assert f"damaged at byte {len(whole)}" in refusal(whole + more)


# -- things that are not recordings


def test_files_of_other_kinds(tmp_path: Path, whole: bytes) -> None:
    cases = {
        "empty.replay": (b"", "is empty"),
        "text.replay": (b"This is a text.\n", "is not a recording"),
        "toml.replay": (b'title = "Drop"\n', "is not a recording"),
        "newer.replay": (msgpack.packb("sandbox-replay/4") + whole[17:], "of the format 'sandbox-replay/4'; this"),
        "first.replay": (msgpack.packb("sandbox-replay/1") + whole[17:], "read no longer; record the session anew"),
        "second.replay": (msgpack.packb("sandbox-replay/2") + whole[17:], "read no longer; record the session anew"),
        "short.replay": (whole[:9], "ends within its first words"),
    }
    for name, (data, rule) in cases.items():
        (tmp_path / name).write_bytes(data)
        with pytest.raises(BadFile, match=rule) as refused:
            read(tmp_path / name)
        assert str(refused.value).startswith(f"{tmp_path / name}: ")
        report = verify(tmp_path / name)
        assert (report.verdict, report.exit, report.end_hash) == (Verdict.REFUSED, 2, None)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes and devices in folders")
def test_paths_that_are_no_files(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.replay")
    (tmp_path / "folder.replay").mkdir()
    for name, rule in [
        ("pipe.replay", "not a regular file"),
        ("folder.replay", "Is a directory"),
        ("missing.replay", "No such file"),
        ("/dev/zero", "not a regular file"),
    ]:
        with pytest.raises(BadFile, match=rule):
            read(tmp_path / name)


def test_a_file_or_a_frame_over_the_limit(tmp_path: Path, whole: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "large.replay"
    path.write_bytes(whole)
    os.truncate(path, recording.MAX_FILE + 1)
    with pytest.raises(BadFile, match="a recording holds up to 256 MB"):
        read(path)
    monkeypatch.setattr(reader, "MAX_FILE", 2**22)  # in place of 256 MB, which would be read
    with pytest.raises(BadFile, match="a recording holds up to 4 MB"):
        read(path)
    os.truncate(path, 2**22)  # one of that size is read, and found to end in zeros
    with pytest.raises(BadFile, match="damaged at byte"):
        read(path)
    large = b"\xc6" + (framing.MAX_FRAME + 1).to_bytes(4, "big")
    assert "a frame of 1048577 bytes" in refusal(frames.MAGIC + frames.raw(whole)[0] + large + bytes(2_000_000))


def test_more_frames_commands_or_rows_than_a_session_has(monkeypatch: pytest.MonkeyPatch, whole: bytes) -> None:
    """Small frames by the million would take minutes; each limit is at the frame that passes it."""
    head, *_ = frames.split(whole)
    press = ["do", 1, [["press", 7]]]
    monkeypatch.setattr(reader, "MAX_FRAMES", 20)
    assert "more than 20 frames" in refusal(frames.seal([head] + [press] * 20))
    monkeypatch.setattr(reader, "MAX_COMMANDS", 10)
    assert "more than 10 commands" in refusal(frames.seal([head] + [press] * 11))
    monkeypatch.setattr(reader, "MAX_COMMANDS", 1000)
    monkeypatch.setattr(reader, "MAX_COMMAND_BYTES", 100)
    assert "MB of them" in refusal(frames.seal([head, ["do", 1, [["press", 7]] * 15]]))
    monkeypatch.setattr(run_reader, "MAX_ALL_ROWS", 500)
    state = ["state", 1, 0, True, 300, 0, 0, 0, zlib.compress(b"")]
    assert "more than 500 rows in all states" in refusal(frames.seal([head, state, state]))


def test_looking_for_whole_frames_after_a_wrong_length_takes_no_time(whole: bytes) -> None:
    """A tail of a megabyte in which every sixth byte could begin a frame."""
    near_miss = b"\xce\x00\x00\x00\x00\xc6\x00\x07\xff\xf8"
    tail = b"\xc6\x00\x10\x00\x00" + near_miss * 100_000
    began = time.perf_counter()
    assert "damaged" in refusal(frames.MAGIC + frames.raw(whole)[0] + tail[: framing.MAX_FRAME])
    assert time.perf_counter() - began < 2


# -- a process that is killed

KILLED = """
import random, sys
from tests.frames import small_level
from tests.support import random_command
from sandbox.commands import commands as c
from sandbox.recording import fingerprint
from sandbox.errors import Refused
from sandbox.recording.recorder import Recorder
from sandbox.commands.session import Session
chance = random.Random(int(sys.argv[2]))
design = small_level()
session = Session(design, 0, Recorder(sys.argv[1], design, 0, fingerprint.current()))
while True:
    try:
        command = random_command(chance, session)
        if session.do(command):
            sys.stdout.write(f"{session.tick} {c.pack(command).hex()}\\n")
            sys.stdout.flush()
    except Refused:
        pass
    session.advance(chance.choice((0, 0, 1, 30)))
"""


@pytest.mark.parametrize("seed", range(16))
def test_a_killed_session_keeps_every_command_it_had_applied(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "killed.replay"
    search = [str(Path(frames.__file__).parents[1]), str(Path(recording.__file__).parents[2])]
    child = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(path), str(seed)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(search)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    applied = [child.stdout.readline() for _ in range(4)]
    time.sleep(random.Random(seed).uniform(0.0, 0.3))
    child.kill()
    told = child.stdout.read()
    assert child.wait() == (1 if sys.platform == "win32" else -9)
    applied += told.splitlines(keepends=True)
    if not applied[-1].endswith("\n"):
        applied.pop()

    found = read(path)
    assert found.end is None and len(applied) > 3
    # The command that was being carried out when it was killed may stand in the file too.
    written = [f"{tick} {c.pack(command).hex()}\n" for tick, command in found.commands]
    assert written[: len(applied)] == applied and len(written) <= len(applied) + 1
    report = verify(path, allow_cut=True)
    assert (report.verdict, report.exit) == (Verdict.CUT, 0), report
    assert verify(path).exit == 1


def test_a_header_is_there_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed before the header is complete, the file does not have its name yet."""

    def killed(one: Path, other: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", killed)
    with pytest.raises(KeyboardInterrupt):
        Recorder(tmp_path / "a.replay", frames.small_level(), 0, Fingerprint("", "", "", ""))
    assert not (tmp_path / "a.replay").exists()


# -- what a coverage-guided fuzzer has found


@pytest.mark.parametrize("path", sorted(fuzz_recording.CORPUS.iterdir()), ids=lambda path: path.name[:8])
def test_what_a_fuzzer_kept_is_read_or_refused_in_one_sentence(path: Path) -> None:
    assert fuzz_recording.read(path.read_bytes())


def test_the_corpus_is_there_and_some_of_it_is_read() -> None:
    told = [fuzz_recording.read(path.read_bytes()) for path in fuzz_recording.CORPUS.iterdir()]
    assert len(told) > 30 and "read" in told
    assert len({said.split(": ")[-1] for said in told}) > 20  # they break many different rules


@pytest.mark.parametrize("text", ["two\nlines", "\x1b[2J", "x" * 3000, "\u202e"])
def test_text_of_the_file_in_a_sentence_obeys_us_not_the_file(whole: bytes, text: str) -> None:
    told = frames.split(whole)
    told[0][2][text] = 5
    said = refusal(frames.seal(told))
    assert said.isprintable() and "unknown field" in said


# -- the frame grammar

TICKS = st.integers(0, 60) | st.sampled_from([-1, 2**53, 2**53 + 1, 2**63 - 1])
DIGESTS = st.integers(0, 70).map(lambda count: bytes(8 * count)) | st.binary(max_size=20)
COUNTS = st.integers(0, 5) | st.sampled_from([-1, 2**31, 10_000_061])
TEXTS = st.sampled_from(["won", "lost", "note", "", "x" * 4097, "\x1b[2J\n"])
PRINTS = st.just(FINGERPRINT) | st.just(FINGERPRINT[:3]) | st.just([*FINGERPRINT, {"core": bytes(8)}])
LIVE = [["start"], ["stop"], ["release"], ["press", 3], ["grab", 2, 0.5, 0.4], ["drag", 0.7, 0.7]]
EDITS = [["undo"], ["redo"], ["place", "crate", 0.5, 0.8, 0.0, False, {}], ["delete", 2]]
WRONG = [["explode"], ["drag", float("nan"), 0.0]]
GIVEN = st.sampled_from(LIVE) | st.sampled_from(EDITS) | st.sampled_from(LIVE + EDITS + WRONG)
FRAMES = st.one_of(
    st.tuples(st.just("do"), TICKS, st.lists(GIVEN, min_size=1, max_size=3)),
    st.tuples(st.just("hash"), TICKS, DIGESTS),
    st.tuples(st.just("rest"), TICKS, COUNTS),
    st.tuples(
        st.just("state"),
        TICKS,
        COUNTS,
        st.booleans(),
        COUNTS,
        COUNTS,
        COUNTS,
        COUNTS,
        COUNTS,
        st.just(zlib.compress(b"")),
    ),
    st.tuples(st.just("mark"), TICKS, TEXTS, TEXTS),
    st.tuples(st.just("bless"), TEXTS, TEXTS, DIGESTS, DIGESTS, PRINTS, PRINTS),
    st.tuples(st.just("end"), TICKS, COUNTS, COUNTS, COUNTS, COUNTS, DIGESTS, TEXTS, PRINTS, st.just(b"")),
)


@settings(max_examples=200, deadline=None)
@given(told=st.lists(FRAMES, max_size=12), in_order=st.booleans(), ended=st.booleans())
def test_any_row_of_frames_is_refused_or_run_and_never_passes(
    whole: bytes, tmp_path_factory: pytest.TempPathFactory, told: list[Any], in_order: bool, ended: bool
) -> None:
    """Frames of every kind with fields that are mostly right, in any order, around the level of a real recording.

    Whatever ran in them, no hash of it is known, so nothing of this can pass.
    """
    if in_order:
        told = [
            *(f for f in told if f[0] == "bless"),
            *sorted((f for f in told if f[0] != "bless"), key=lambda f: f[1]),
        ]
    body = [frames.split(whole)[0], *map(list, told)]
    if ended:
        last = max((frame[1] for frame in told if frame[0] != "bless"), default=0)
        body.append(["end", last, 0, 0, 0, 0, bytes(8), "", FINGERPRINT, b""])
    data = frames.seal(body)
    try:
        found = parse(data)
        list(found.states)
    except BadFile as refused:
        assert str(refused).isprintable()
        event("refused")
        return
    if found.ticks > 10_000:
        return  # a machine that runs for ever in one of them is a matter for the worker's limits
    path = tmp_path_factory.mktemp("grammar") / "a.replay"
    path.write_bytes(data)
    with pytest.MonkeyPatch.context() as patch:
        # Two processes for each would take hours.
        patch.setattr(sys.modules[verify.__module__], "fresh_runs", lambda path: (b"", b"other"))
        report = verify(path)
    event(str(report.verdict))
    assert report.verdict is not Verdict.PASS and report.exit and report.reason.isprintable()
