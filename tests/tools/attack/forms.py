"""The forms of files: how valid ones are taken apart, changed, and put together again with right checksums."""

from __future__ import annotations

import base64
import json
import random  # noqa: TID251  (seeded)
import tempfile
import tomllib
import zlib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import msgpack
import tomli_w

from sandbox.commands.commands import to_json
from sandbox.levels import library, shared_text, sharing
from sandbox.recording import reader
from sandbox.recording.snapshots import STATE_FIELDS
from tests import frames
from tests.tools.attack.mutations import Chance, change, change_text, copied

ROOT = Path(__file__).resolve().parents[3]
TBE = ROOT.parent / "shared" / "data" / "tbe" / "levels"  # levels of another program, where they are at hand
MOST_SEED = 60_000  # bytes of a valid file that is changed: small ones are read by the thousand


GENTLE = ((1, 0), (1, 0), (2, 0), (4, 0))  # changes of the value, and of the bytes
CHANGES = ((1, 0), (1, 0), (2, 0), (3, 0), (6, 0), (0, 1), (0, 2), (1, 1))


class Form(NamedTuple):
    """A form of files. `take_apart` and `put_together` lead from a valid file to a plain value and back."""

    name: str
    suffix: str
    valid: Callable[[], Sequence[bytes]]
    take_apart: Callable[[bytes], Any]
    put_together: Callable[[Chance, Any], bytes]

    def make(self, seed: str, dropped: frozenset[int] = frozenset()) -> bytes:
        """Make a changed file; `dropped` names, by number, changes that are left out."""
        chance = random.Random(seed)
        data = chance.choice(self.valid())
        plain, other = self.take_apart(data), self.take_apart(chance.choice(self.valid()))
        gently = chance.random() < 0.6
        inside, outside = chance.choice(GENTLE if gently else CHANGES)
        seeds = [chance.random() for _ in range(inside + outside + 1)]
        for number in range(inside):
            if number not in dropped:
                before = copied(plain)
                change(random.Random(seeds[number]), plain, other, gently)
                try:
                    self.put_together(random.Random(seeds[-1]), plain)
                except (TypeError, ValueError, OverflowError, RecursionError, KeyError, AttributeError, IndexError):
                    plain = before  # what no file of this form can hold
        if inside:
            data = self.put_together(random.Random(seeds[-1]), plain)
        for number in range(inside, inside + outside):
            if number not in dropped:
                data = change_text(random.Random(seeds[number]), data)
        return data


# -- TOML and JSON


def _without_none(value: Any) -> Any:
    """What TOML can hold of a value."""
    if isinstance(value, dict):
        return {str(name): _without_none(inner) for name, inner in value.items() if inner is not None}
    if isinstance(value, list):
        return [_without_none(inner) for inner in value if inner is not None]
    return value


def _toml(chance: Chance, plain: Any) -> bytes:
    return tomli_w.dumps(_without_none(plain)).encode("utf-8", "replace")


def _json(chance: Chance, plain: Any) -> bytes:
    text = json.dumps(plain, indent=chance.choice((None, 1)), ensure_ascii=chance.random() < 0.7)
    return text.encode("utf-8", "surrogatepass")


def _lines(chance: Chance, plain: Any) -> bytes:
    return b"\n".join(json.dumps(line).encode("utf-8", "surrogatepass") for line in plain)


def _from_lines(data: bytes) -> Any:
    return [json.loads(line) for line in data.splitlines() if line.strip()]


def _from_toml(data: bytes) -> Any:
    return tomllib.loads(data.decode())


@cache
def valid_levels() -> tuple[bytes, ...]:
    files = (path.read_bytes() for path in library.bundled_levels())
    return tuple(data for data in files if len(data) < MOST_SEED)


@cache
def valid_recordings() -> tuple[bytes, ...]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "small.replay")
        frames.small_session(path)
        small = path.read_bytes()
    solutions = sorted((ROOT / "replays").rglob("*.replay"))
    return small, small, *(data for path in solutions if len(data := path.read_bytes()) < MOST_SEED)


# -- recordings


def _from_frames(data: bytes) -> Any:
    return {"magic": data[: len(frames.MAGIC)], "frames": [_opened(frame) for frame in frames.split(data)]}


def _opened(frame: Any) -> Any:
    """A frame whose state is inflated, so that what is changed in it has a right checksum again."""
    if isinstance(frame, list) and frame[:1] == ["state"] and isinstance(frame[-1], bytes):
        plain = frame[-2] if len(frame) == 1 + len(STATE_FIELDS) else 0  # bytes in front that are not deflated
        return [*frame[:-1], {"plain": frame[-1][:plain], "inflated": zlib.decompress(frame[-1][plain:])}]
    return frame


def _closed(chance: Chance, frame: Any) -> Any:
    if isinstance(frame, list) and frame and isinstance(frame[-1], dict) and "inflated" in frame[-1]:
        inflated = frame[-1]["inflated"]
        if chance.random() < 0.02:
            inflated = bytes(30_000_000)
        plain = frame[-1].get("plain")
        whole = isinstance(inflated, bytes) and isinstance(plain, bytes)
        frame = [*frame[:-1], plain + zlib.compress(inflated, 1) if whole else inflated]
    packed: bytes = msgpack.packb(frame, unicode_errors="surrogatepass")
    return frame if isinstance(frame, list) and frame[:1] == ["end"] else packed


def _frames(chance: Chance, plain: Any) -> bytes:
    listed = plain["frames"]
    counted = list(listed)
    closed = [_closed(chance, frame) for frame in counted]
    mend = chance.random() < 0.8
    if mend:
        try:
            counts = frames.counts([frame for frame in counted if isinstance(frame, list) and frame])
        except (TypeError, IndexError, ValueError):
            counts = None
        closed = [
            [*frame[:2], *counts, *frame[6:]] if counts and isinstance(frame, list) and len(frame) == 10 else frame
            for frame in closed
        ]
    if not isinstance(plain["magic"], bytes):
        raise TypeError("a file begins with bytes")  # lists of frames would only be joined to another list
    data: bytes = frames.seal(closed, mend=False, magic=plain["magic"])
    return data


# -- shared texts


@cache
def valid_shares() -> tuple[bytes, ...]:
    texts = []
    for path in library.bundled_levels()[:40]:
        level = _level_of(path)
        texts.append(shared_text.to_text(sharing.share(level)).encode())
        recorded = ROOT / "replays" / path.relative_to(library.bundled_dir()).with_suffix(".replay")
        if recorded.is_file():
            read = reader.read(recorded)
            lines = [to_json(tick, command) for tick, command in read.commands]
            solution = shared_text.SharedSolution(lines, 100, "0" * 16)
            shared = sharing.share(level)
            whole = shared_text.Shared(shared.title, shared.digest, shared.level, solution)
            texts.append(shared_text.to_text(whole).encode())
    return tuple(texts)


def _level_of(path: Path) -> Any:
    from sandbox.levels import levels

    return levels.read(path)


def _from_share(data: bytes) -> Any:
    body = b"".join(data.split()[4:])
    plain = json.loads(zlib.decompress(base64.b64decode(body)))
    if plain.get("level"):
        plain["level"] = tomllib.loads(plain["level"])
    return plain


def _share(chance: Chance, plain: Any) -> bytes:
    plain = dict(plain)
    if isinstance(plain.get("level"), dict):
        text = _toml(chance, plain["level"])
        plain["level"] = (change_text(chance, text) if chance.random() < 0.2 else text).decode("utf-8", "replace")
    contents = _json(chance, plain)
    if chance.random() < 0.1:
        contents = change_text(chance, contents)
    size = len(contents) + (chance.choice((-1, 1, 10**6, 10**9)) if chance.random() < 0.03 else 0)
    if chance.random() < 0.02:
        contents, size = bytes(40_000_000), 30_000_000
    kinds = "+".join(
        kind for kind, held in (("level", plain.get("level")), ("solution", plain.get("solution"))) if held
    )
    body = base64.b64encode(zlib.compress(contents, 1)).decode()
    words = f"{sharing.FORMAT} {kinds or 'level'} {size}"
    check = zlib.crc32(body.encode(), zlib.crc32(words.encode()))
    return f"{words} {check:08x}\n{body}\n".encode()


# -- XML

_XML = (
    b'<?xml version="1.0" encoding="utf-8"?>\n<tbe-level><levelinfo><title>A</title><author>B</author>'
    b"<license>C</license><description>D</description></levelinfo>\n"
    b'<toolbox><toolboxitem count="2"><object type="Ramp" width="1" height="0.5"/></toolboxitem></toolbox>\n'
    b'<scene><scenesize width="5.4" height="3.4"/><predefined>'
    b'<object type="Floor" X="2.5" Y="0.1" width="5" height="0.2"/>\n'
    b'<object ID="Ball" type="BowlingBall" X="1" Y="2" angle="0.3"><property key="Mass">5</property></object>'
    b"</predefined></scene>\n"
    b'<goals><goal type="distance"><property key="object1">Ball</property><property key="morethan">0.3</property>'
    b"</goal></goals>\n"
    b'<hints><hint number="1" object="Ramp" X="1" Y="1" angle="0"/></hints></tbe-level>'
)


@cache
def valid_xml() -> tuple[bytes, ...]:
    files = (path.read_bytes() for path in sorted(TBE.glob("*.xml"))) if TBE.is_dir() else ()
    return _XML, *(data for data in files if len(data) < MOST_SEED and _is_xml(data))


def _is_xml(data: bytes) -> bool:
    try:
        ElementTree.fromstring(data)
    except ElementTree.ParseError:
        return False
    return True


def _from_xml(data: bytes) -> Any:
    return _plain_element(ElementTree.fromstring(data))


def _plain_element(element: ElementTree.Element) -> Any:
    inner = [_plain_element(child) for child in element]
    return {"tag": element.tag, "attributes": dict(element.attrib), "text": element.text or "", "inner": inner}


def _xml(chance: Chance, plain: Any) -> bytes:
    return ElementTree.tostring(_element(plain), "utf-8", xml_declaration=True)


def _element(plain: Any) -> ElementTree.Element:
    attributes = {str(name): str(value) for name, value in plain.get("attributes", {}).items()}
    element = ElementTree.Element(str(plain["tag"]), attributes)
    element.text = str(plain.get("text", ""))
    element.extend(_element(inner) for inner in plain.get("inner", []) if isinstance(inner, dict))
    return element


# -- the user's own files


def _always(*files: bytes) -> Callable[[], tuple[bytes, ...]]:
    return lambda: files


def _encoded(value: Any) -> bytes:
    return json.dumps(value, indent=1).encode()


def valid_scripts() -> tuple[bytes, ...]:
    return tuple(
        _lines(random.Random(0), [to_json(tick, command) for tick, command in reader.parse(data).commands])
        for data in valid_recordings()[:20]
    )


_KEYS = b'save = ["Ctrl+S", "F12"]\nquit = []\nundo = "Ctrl+Z"\n[more]\nrun = ["Space", "Shift+F5"]\n'
_SETTINGS = (
    b'theme = "dark"\nscale = 125\ngrid = false\nsnap = ["grid", "edges"]\nfavourites = ["crate", "rope"]\n'
    b'folded = ["side"]\nrecent = ["/tmp/a.toml"]\nvolume = 30\nso_close = "say"\nunknown = [1, {a = 2}]\n'
)
_OLD_SETTINGS = _encoded({"theme": "dark", "scale": 125, "grid": False, "volume": 30})
_PROGRESS = _encoded(
    {"solved": ["drop", "/tmp/x.toml"], "best": {"drop": {"parts": 1, "ticks": 254}}, "skipped": ["bounce"]}
)
_FACTS = {"ticks": 254, "parts": 1, "touches": 0, "by_hand": False, "challenge": ""}
_BEST = _encoded(
    {"key": "drop", "title": "Drop", "rate": 240, "runs": [{"file": "0" * 32, "facts": _FACTS}], "format": 1}
)
_BRANCH = _encoded({"tree": "2026-01-01", "name": "First line", "parent": "", "tick": 3, "file": "/tmp/a.replay"})
_NOTES = b"/tmp/level.toml\x00it has ended the program\n"
_INDEX = b'[[chapters]]\ntitle = "First"\nlevels = ["a", "b"]\n[[chapters]]\ntitle = "Then"\nlevels = ["c"]\n'


@cache
def tables(name: str) -> tuple[bytes, ...]:
    """A table of measured levels, cut down to a few of them."""
    whole = json.loads((library.bundled_dir() / name).read_bytes())
    names = list(whole["levels"])[:5]
    return (_encoded({**whole, "levels": {level: whole["levels"][level] for level in names}}),)


FORMS = {
    form.name: form
    for form in (
        Form("level", ".toml", valid_levels, _from_toml, _toml),
        Form("recording", ".replay", valid_recordings, _from_frames, _frames),
        Form("share", ".share", valid_shares, _from_share, _share),
        Form("xml", ".xml", valid_xml, _from_xml, _xml),
        Form("script", ".jsonl", cache(valid_scripts), _from_lines, _lines),
        Form("index", ".toml", _always(_INDEX), _from_toml, _toml),
        Form("keys", ".toml", _always(_KEYS), _from_toml, _toml),
        Form("settings", ".toml", _always(_SETTINGS), _from_toml, _toml),
        Form("old settings", ".json", _always(_OLD_SETTINGS), json.loads, _json),
        Form("progress", ".json", _always(_PROGRESS), json.loads, _json),
        Form("best", ".json", _always(_BEST), json.loads, _json),
        Form("branch", ".json", _always(_BRANCH), json.loads, _json),
        Form("notes", ".lock", _always(_NOTES), lambda data: [data], lambda chance, plain: b"".join(plain)),
        Form("measured", ".json", lambda: tables("measured.json"), json.loads, _json),
        Form("difficulty", ".json", lambda: tables("difficulty.json"), json.loads, _json),
    )
}
