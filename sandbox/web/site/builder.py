"""Makes a site, or those pages of it that have changed since it was made in that folder before.

`site.json` in the folder says of each file what it was made of. A file that the folder holds and no list names is never
touched.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from sandbox.errors import BadFile, Refused
from sandbox.reading import files
from sandbox.recording import atomic_files, fingerprint
from sandbox.recording.recording import MAX_FILE
from sandbox.tasks.progress import ShowProgress, unseen
from sandbox.web.page import make as page
from sandbox.web.page import play
from sandbox.web.runtime import shared
from sandbox.web.site import pages, plan
from sandbox.web.site.pictures import SUFFIX, SitePictures
from sandbox.web.site.plan import ENGINE, INDEX, LEVELS, PICTURES, PLAY, SOLUTIONS, WAY_BACK, SiteChapter, SiteLevel

MANIFEST = "site.json"
MAX_MANIFEST = 16_000_000  # bytes
_ASSETS = Path(__file__).parent
_SHARED = ("site.css", "site.js")
_OURS = {".py", ".mjs", ".js", ".css", ".html", ".glsl", ".frag", ".vert"}  # what decides how a page looks
_APART = {"_bundled", "manual", "bench", "window", "cluster", "together", "__pycache__"}  # and what does not


class SiteOptions(NamedTuple):
    """Options of a site."""

    title: str = "Contraption sandbox"
    verifier: Path | None = None  # the runtime, if its runs can be verified in the browser


class SiteFile(NamedTuple):
    """A file of a site: its path there, what it is made of, and how."""

    path: str
    key: str
    make: Callable[[Path], object]


class SiteDone(NamedTuple):
    """How many files of a site were made, and how many stayed as they were."""

    made: int
    kept: int


def make(folder: Path | None, out: Path, options: SiteOptions, progress: ShowProgress) -> SiteDone:
    """Make a site in a folder.

    Args:
        folder: of the levels; None: those that come with the program.

    Raises:
        BadFile: a level or a recording can't be read, or the folder can't be written to.
        Refused: there is no level, or no OpenGL for the pictures.
    """
    chapters = plan.read(folder)
    with SitePictures() as pictures:
        planned = list(_files(chapters, options, pictures))
        try:
            written = _carry_out(planned, out, options.verifier, progress)
        except OSError as error:
            raise BadFile(f"{error.filename or out}: can't be used: {error.strerror or error}") from None
    return SiteDone(written, len(planned) - written)


def _carry_out(planned: list[SiteFile], out: Path, verifier: Path | None, progress: ShowProgress) -> int:
    """Make what has changed, and remove what belongs to the site no longer; return how many files were made."""
    keys = _manifest(out)
    for file in planned:
        if file.path not in keys and (out / file.path).exists():
            raise Refused(f"{out / file.path} is there, and no site made it; name another folder, or move it away")
    for name in (PICTURES, LEVELS, SOLUTIONS, PLAY):
        (out / name).mkdir(parents=True, exist_ok=True)
    # What is begun is in the list already, so that a site that was interrupted is gone on with.
    keys = {file.path: "" for file in planned} | keys
    _write_manifest(out, keys)
    engine = [] if verifier is None else shared.write(verifier, out / ENGINE)
    written = 0
    for number, file in enumerate(planned):
        progress(number, len(planned), file.path)
        if keys[file.path] != file.key or not (out / file.path).is_file():
            file.make(out / file.path)
            keys[file.path] = file.key
            written += 1
            _write_manifest(out, keys)
    listed = {file.path: file.key for file in planned} | {f"{ENGINE}/{path.name}": "" for path in engine}
    for path in keys.keys() - listed.keys():
        (out / path).unlink(missing_ok=True)
    _write_manifest(out, listed)
    return written


def _files(chapters: list[SiteChapter], options: SiteOptions, pictures: SitePictures) -> Iterator[SiteFile]:
    """Plan all files, those that are quickly made first."""
    program = _program()
    for name in _SHARED:
        text = (_ASSETS / name).read_text("utf-8")
        yield _text(name, pages.style(text) if name.endswith(".css") else text)
    yield _text(INDEX, pages.overview(options.title, chapters))
    ordered = [(level, chapter.title) for chapter in chapters for level in chapter.levels]
    for number, (level, title) in enumerate(ordered):
        before = ordered[number - 1][0] if number else None
        after = ordered[number + 1][0] if number + 1 < len(ordered) else None
        yield _text(
            f"{LEVELS}/{level.name}.html", pages.level_page(level, title, before, after, _is_playable(level, options))
        )
    for level, _ in ordered:
        content = level.file.read_bytes()
        path = f"{PICTURES}/{level.name}{SUFFIX}"
        yield SiteFile(path, _key(program, content), _drawing(pictures, level))
    engine = b"" if options.verifier is None else (options.verifier / shared.MANIFEST).read_bytes()
    for level, _ in ordered:
        if level.recording is not None:
            content = files.read_bytes(level.recording, MAX_FILE, "recording")
            yield SiteFile(f"{SOLUTIONS}/{level.name}.html", _key(program, engine, content), _run(level, options))
    for level, _ in ordered:
        if _is_playable(level, options):
            content = level.file.read_bytes()
            yield SiteFile(f"{PLAY}/{level.name}.html", _key(program, engine, content), _game(level, options))


def _text(path: str, text: str) -> SiteFile:
    content = text.encode("utf-8")
    return SiteFile(path, _key(content), lambda target: atomic_files.write(target, content))


def _drawing(pictures: SitePictures, level: SiteLevel) -> Callable[[Path], object]:
    return lambda target: atomic_files.write(target, pictures.draw(level.file))


def _is_playable(level: SiteLevel, options: SiteOptions) -> bool:
    return options.verifier is not None and not level.design.free


def _place() -> shared.SharedPlace:
    return shared.SharedPlace(f"{WAY_BACK}{ENGINE}/", "'self'")


def _game(level: SiteLevel, options: SiteOptions) -> Callable[[Path], object]:
    runtime = options.verifier
    assert runtime is not None
    look = play.PlayOptions(home=WAY_BACK + level.address(LEVELS), shared=_place())
    return lambda target: play.write(level.file, target, runtime, look)


def _run(level: SiteLevel, options: SiteOptions) -> Callable[[Path], object]:
    recording = level.recording
    assert recording is not None
    place = None if options.verifier is None else _place()
    look = page.PageOptions(verifier=options.verifier, shared=place, home=WAY_BACK + level.address(LEVELS))
    return lambda target: page.write(recording, target, look, unseen)


def _program() -> bytes:
    """Return a digest of what makes pictures and pages: where it has changed, all of them are made again."""
    package, state = fingerprint.PACKAGE, hashlib.sha256()
    for file in sorted(package.rglob("*")):
        inside = file.relative_to(package)
        if file.suffix in _OURS and not _APART.intersection(inside.parts):
            state.update(f"{inside.as_posix()} ".encode() + hashlib.sha256(file.read_bytes()).digest())
    return state.digest()


def _key(*contents: bytes) -> str:
    return hashlib.sha256(b"".join(hashlib.sha256(content).digest() for content in contents)).hexdigest()


def _manifest(out: Path) -> dict[str, str]:
    """Return what the files of a folder were made of; nothing where that is not known."""
    path = out / MANIFEST
    if not path.is_file():
        return {}
    try:
        plain = json.loads(files.read_text(path, MAX_MANIFEST, "list of a site"))["files"]
        return {name: key for name, key in plain.items() if isinstance(key, str) and _is_inside(name)}
    except (BadFile, ValueError, KeyError, TypeError, AttributeError):
        return {}


def _is_inside(name: str) -> bool:
    """Tell whether a path in the list leads to a file of the site, since such files may be removed."""
    parts = Path(name).parts
    if len(parts) == 2:
        return parts[0] in (ENGINE, PICTURES, LEVELS, SOLUTIONS, PLAY) and parts[1] != ".."
    return name in (INDEX, *_SHARED)


def _write_manifest(out: Path, keys: dict[str, str]) -> None:
    text = json.dumps({"files": dict(sorted(keys.items()))}, indent=0)
    atomic_files.write(out / MANIFEST, text.encode("utf-8"))
