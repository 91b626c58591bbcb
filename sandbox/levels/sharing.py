"""Levels and solutions as text: for a message, for the clipboard, or as a file.

The text is a few words and a body, in lines that a mail program leaves alone:

    contraption-sandbox/1 level+solution 5310 9f86d081
    eJzNWVtv2zYU...

The words are the format, what it holds, the size of the contents in bytes, and a CRC-32 of all of it. The body is
base64 of zlib of JSON. A solution is its commands alone, with a digest of its run up to the win: the session is a pure
function of the level and the commands, so whoever reads it runs it again and sees whether the proof holds there.
"""

from __future__ import annotations

import base64
import io
import re
from pathlib import Path
from typing import IO, NamedTuple

from msgspec import Struct

from sandbox.commands.driver import Timed
from sandbox.design.design import Design
from sandbox.errors import BadFile, Refused
from sandbox.levels import levels, library
from sandbox.levels.shared_text import FORMAT, Shared, SharedSolution, check_sum, run_digest, solution_of
from sandbox.levels.solution_places import REPLAYS
from sandbox.levels.solutions import holds, record_solution, solve
from sandbox.reading import deflated, files, json_text, shared_pictures
from sandbox.recording import reader
from sandbox.recording.plain_text import SUFFIX as RECORDING
from sandbox.recording.plain_text import printable
from sandbox.tasks.serving import Teller, serve

SUFFIX = ".share"
MAX_TEXT = 8 * 1024 * 1024  # characters
MAX_CONTENTS = 32 * 1024 * 1024  # bytes
MAX_MINUTES = 10  # of a run that is to prove a solution
_WHAT = "shared level or solution"
_LEADING = "\ufeff \t\r\n"  # what may stand before the first word
_GAPS = re.compile(r"[ \t\r\n]+")  # all that a mail program may put between two words


class Proof(NamedTuple):
    """The result of running a shared solution here."""

    holds: bool
    text: str  # a sentence without its full stop


def design_of(shared: Shared) -> Design | None:
    """Return the level of what is shared; None if it holds only a solution.

    Raises:
        BadFile: it is no level.
    """
    return levels.loads(shared.level) if shared.level else None


# -- making


def share(level: Design, commands: tuple[Timed, ...] | None = None, with_level: bool = True) -> Shared:
    """Put a level together with commands that win it; without the level they are for those who have it.

    Raises:
        Refused: they don't win it.
    """
    level = levels.as_player(level)
    solution = solution_of(solve(level, commands), commands) if commands is not None else None
    return Shared(level.title, levels.digest(level), levels.dumps(level) if with_level else "", solution)


# -- reading


def is_shared(text: str) -> bool:
    """Tell a shared text from any other, by its first word."""
    return text.lstrip(_LEADING)[: len(FORMAT)] == FORMAT


def read(path: Path) -> Shared:
    """Read a shared file, or a picture that holds what is shared.

    Raises:
        BadFile: the sentence names the file and the rule.
    """
    is_picture = bool(shared_pictures.kind_of(files.read_beginning(path, shared_pictures.BEGINNING)))
    data = files.read_bytes(path, *((shared_pictures.MAX_BYTES, "picture") if is_picture else (MAX_TEXT, _WHAT)))
    try:
        return _from_bytes(data, path)
    except files.Unreadable:
        raise
    except BadFile as error:
        raise BadFile(f"{path}: {error}") from None


def read_stdin(stream: IO[bytes]) -> Shared:
    """Read a shared text, or a picture that holds one, from standard input.

    Raises:
        BadFile: one sentence.
    """
    data = files.read_stream(stream, shared_pictures.MAX_BYTES, "-", _WHAT)
    if not shared_pictures.kind_of(data[: shared_pictures.BEGINNING]):
        data = files.read_stream(io.BytesIO(data), MAX_TEXT, "-", _WHAT)  # the limit of texts is lower
    return _from_bytes(data, "-")


def _from_bytes(data: bytes, name: Path | str) -> Shared:
    """Read what is shared out of the bytes of a picture or of a text."""
    if shared_pictures.kind_of(data[: shared_pictures.BEGINNING]):
        return from_text(shared_pictures.text_in(data, MAX_TEXT))
    return from_text(files.as_text(data, name, _WHAT))


def from_text(text: str) -> Shared:
    """Read a shared text, and check all of it but for the level and the commands themselves.

    Raises:
        BadFile: one sentence.
    """
    if not is_shared(text):
        raise BadFile(f"not a shared level or solution: it does not begin with {FORMAT}")
    text = text.lstrip(_LEADING)
    if len(text) > MAX_TEXT or not text.isascii():
        raise BadFile(f"a shared text is ASCII, and has up to {MAX_TEXT // 2**20} million characters")
    words = _GAPS.split(text.strip(" \t\r\n"), maxsplit=4)
    if len(words) < 5:
        raise BadFile("the shared text is cut off: copy all of it")
    kinds, size, check = words[1:4]
    body = _GAPS.sub("", words[4])
    if check_sum(" ".join(words[:3]), body) != check:
        raise BadFile("the shared text is damaged or cut off (its check sum is another): copy all of it once more")
    shared = _contents(body, size)
    if shared.kinds != kinds or not kinds:
        raise BadFile("the shared text does not hold what its first line says")
    return shared


def _contents(body: str, size: str) -> Shared:
    """Unpack the body of a shared text, which announces a size."""
    if not re.fullmatch("[1-9][0-9]{0,8}", size) or int(size) > MAX_CONTENTS:
        raise BadFile(f"the shared text announces {size:.20} bytes; it may hold up to {MAX_CONTENTS}")
    try:
        packed = base64.b64decode(body, validate=True)
        if base64.b64encode(packed).decode("ascii") != body:
            raise ValueError  # bits that no program wrote
        contents = deflated.inflate(packed, int(size))
    except ValueError:  # binascii's errors are ValueErrors, as are ours
        raise BadFile("the body of the shared text is not what this program writes") from None
    try:
        return json_text.decode(contents, Shared)
    except BadFile as error:
        raise BadFile(f"the shared text does not fit: {printable(str(error), 200)}") from None


# -- proving


def prove(level: Design, solution: SharedSolution) -> Proof:
    """Run a shared solution in a level.

    Raises:
        BadFile: a command in it is none.
    """
    commands, rate = solution.timed(), level.world.tick_rate
    if commands and commands[-1][0] > 60 * MAX_MINUTES * rate:
        return Proof(False, f"its solution is longer than {MAX_MINUTES} minutes, which nobody waits for")
    try:
        solved = solve(level, commands)
    except Refused as refused:
        return Proof(False, f"its solution does not hold here: {printable(str(refused), 200)}")
    text = f"its solution holds here: solved after {solved.ticks / rate:.2f} s"
    same = run_digest(solved) == solution.run
    return Proof(True, f"{text}, {'' if same else 'though not '}bit for bit as where it was shared")


# -- into files


class Unpacked(Struct, frozen=True):
    """The files of what was shared, and the result of running its solution if it has one."""

    title: str
    level: str
    solution: str | None
    proof: Proof | None


def unpack(shared: Shared, folder: Path, data: Path) -> Unpacked:
    """Write the shared level to a folder, and a recording of its solution if that holds here.

    A level that is there already, or that comes with the program, is not written again.

    Args:
        data: the user's folder, whose contraptions are searched for the level as well.

    Raises:
        Refused: it is a solution of a level that is not here.
        BadFile, OSError: it holds no level, or can't be written.
    """
    own = library.user_levels(data).all
    level = _level_here(shared, [*library.bundled_levels(), *own, *sorted(folder.glob("*.toml"))])
    design = levels.read(level) if level is not None else design_of(shared)
    if design is None:
        raise Refused(f"this is a solution of '{printable(shared.title, 60)}', a level that is not here; ask for both")
    proof = prove(design, shared.solution) if shared.solution is not None else None
    if level is None:
        with library.folder_for(folder):
            level = library.free_path(folder, design.title)
            levels.write(level, design)
    place = None
    if shared.solution is not None and proof is not None and proof.holds:
        commands = shared.solution.timed()
        place = library.free_path(folder / REPLAYS, level.stem, RECORDING, lambda it: _holds(it, design, commands))
        record_solution(place, design, commands)
    return Unpacked(printable(shared.title, 60), str(level), str(place) if place is not None else None, proof)


class Unpack(Struct, frozen=True):
    """An order to unpack a shared text; `folder` and `data` are as in `unpack`."""

    text: str
    folder: str
    data: str


def carry_out(order: Unpack, teller: Teller) -> Unpacked:
    """Unpack a text for a caller that need not wait while the solution is run."""
    return unpack(from_text(order.text), Path(order.folder), Path(order.data))


def _holds(recording: Path, level: Design, commands: tuple[Timed, ...]) -> bool:
    """Tell whether a file is the recording of a solution, as when the same text is unpacked twice."""
    try:
        return holds(reader.read(recording), level, commands)
    except (BadFile, OSError):
        return False


def _level_here(shared: Shared, paths: list[Path]) -> Path | None:
    """Find the level among files: with the same texts if there are any in what is shared, else one that runs alike."""
    design = design_of(shared)
    for path in paths:
        try:
            present = levels.read(path)
        except BadFile:
            continue
        if present == design or (design is None and levels.digest(present) == shared.digest):
            return path
    return None


if __name__ == "__main__":
    serve(carry_out, Unpack)
