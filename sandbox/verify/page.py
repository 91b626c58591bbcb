"""Write results as a page: a row for each recording, and both runs drawn through each other where one differs.

The page is one file that needs no network: its style, its scripts and its films are in it. The player of the films,
which stands above this package, is handed in; it is in the page once, and a frame holds it with the numbers of a film.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import math
import re
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sandbox.commands.session import Snapshot
from sandbox.errors import BadFile, Refused
from sandbox.recording import atomic_files, fingerprint
from sandbox.recording.plain_text import printable_lines
from sandbox.recording.reader import read
from sandbox.recording.recording import Recording
from sandbox.tasks import child
from sandbox.tasks.progress import ShowProgress, unseen
from sandbox.verify import old_code
from sandbox.verify.compare import rows_by_body
from sandbox.verify.explain import MICROMETRE, VISIBLE
from sandbox.verify.judgement import here
from sandbox.verify.verdicts import Report
from sandbox.worlds.program import WorldDesign

_EVERY = 4  # ticks between two frames of a film: 60 of them a second at the usual rate
_SEARCHED = 14_400  # ticks from the first bad one in which the first visible one is looked for
_BEFORE, _AFTER = 1.0, 4.0  # s shown before the first bad tick, and after the first visible one
_LONGEST = 10.0  # s from the first bad tick to the visible one, if that is to be in the film
_MOST_BODIES = 2000
_LESS = "\\u003c"  # "<" in a JSON text
_MOST_FILMED = 24_000_000  # letters of all films of a page; what differs then is told in words
_NOT_SHOWN = (
    "The runs are not shown here: this page would become too large, or this program can't draw them. Verify this "
    "recording alone for a page of its own."
)
_FLOOR, _CEILING = 1e-12, 10.0  # m: between these a sparkline is drawn, logarithmically
_ASSETS = Path(__file__).parent
Poses = npt.NDArray[np.float32]  # (frames, bodies, 3): x, y, angle


class RunPair(NamedTuple):
    """Both runs on the same ticks. `then` holds NaN where the recorded run is not known."""

    file: str
    bad: int  # the first tick that differs
    ticks: list[int]
    parts: list[int]  # of each body
    then: Poses
    now: Poses
    source: str  # where the recorded run comes from, in words
    outlines: tuple[Any, ...] = ()  # of each body in the world of another program; a level's player draws its parts
    fps: float = 60.0  # of a film in such a world

    @property
    def first_part(self) -> int:
        """The part that is elsewhere in the first picture that shows a difference; 0 if none is known."""
        apart = np.nan_to_num(self._apart)
        first = apart.any(axis=1).argmax()
        return self.parts[int(apart[first].argmax())] if apart.any() else 0

    @property
    def shifts(self) -> list[float]:
        """The largest shift of any body in each frame (m); where the recorded run is unknown, the last known one."""
        last, shifts = 0.0, []
        for row, then in zip(self._apart, self.then, strict=True):
            if not np.isnan(then[0, 0]):
                last = float(row[~np.isnan(row)].max(initial=0.0))  # bodies of another program's world come and go
            shifts.append(last)
        return shifts

    @property
    def _apart(self) -> npt.NDArray[np.float64]:
        """The shift of each body in each frame (m); that of a hand counts as none."""
        away = self.now[:, :, :2].astype(float) - self.then[:, :, :2]
        bodies: npt.NDArray[np.float64] = np.hypot(away[:, :, 0], away[:, :, 1])
        bodies[:, [part == 0 for part in self.parts]] = 0.0
        return bodies


PLACE = "<!--DATA-->"  # in a player's page, of the numbers of a film


class PagePlayer(NamedTuple):
    """The player of films: a whole page with a place for the numbers of a film."""

    document: str
    script: str  # its sources, as a rule of content names them
    style: str
    film: Callable[[RunPair], str]  # returns the numbers of a film


class _Film(NamedTuple):
    pair: RunPair
    numbers: str  # for the player; empty: there is none


def write(
    path: Path,
    reports: Sequence[Report],
    player: Callable[[], PagePlayer],
    was: Path | None = None,
    progress: ShowProgress = unseen,
) -> None:
    """Write the page for these reports to a file.

    Args:
        player: makes the player; it is called only if there is anything to be played.
        was: a folder with the package of the program that the recorded runs are to be played by.

    Raises:
        BadFile: it can't be written there.
    """
    atomic_files.write(path, html_page(reports, player, was, progress).encode("utf-8"))


def html_page(
    reports: Sequence[Report], player: Callable[[], PagePlayer], was: Path | None = None,
    progress: ShowProgress = unseen,
) -> str:  # fmt: skip
    """Make the page for these reports; the arguments are as in `write`."""
    films: dict[int, _Film] = {}
    playing: PagePlayer | None = None
    for index, report in enumerate(reports):
        pair = _pair_of(report, was)
        if pair is not None:
            room = sum(len(film.numbers) for film in films.values()) < _MOST_FILMED
            if pair.outlines:
                films[index] = _Film(pair, _world_numbers(pair) if room else "")
            else:
                playing = playing or player()
                films[index] = _Film(pair, _numbers(playing, pair) if room else "")
        progress(index + 1, len(reports))
    rows = "\n".join(_row(index, report, films.get(index)) for index, report in enumerate(reports))
    details = "\n".join(_detail(index, report, films.get(index)) for index, report in enumerate(reports) if report.exit)
    passed = sum(1 for report in reports if report.exit == 0)
    shown = playing if any(film.numbers and not film.pair.outlines for film in films.values()) else None
    world = _world_document() if any(film.numbers and film.pair.outlines for film in films.values()) else ""
    style, script = ((_ASSETS / name).read_text("utf-8") for name in ("page.css", "page.mjs"))
    documents = {"document": shown.document if shown else "", "world": world, "place": PLACE}
    places = {
        "COUNT": f"{passed} of {len(reports)} pass",
        "POLICY": _policy(style, script, shown, world),
        "STYLE": style,
        "ROWS": rows,
        "DETAILS": details,
        "PLAYER": _json_block("player", documents) if shown or world else "",
        "SCRIPT": f"<script>{script}</script>" if shown or world else "",
    }
    pieces = re.split("<!--([A-Z]+)-->", (_ASSETS / "page.html").read_text("utf-8"))
    return "".join(places[piece] if index % 2 else piece for index, piece in enumerate(pieces))


def _policy(style: str, script: str, player: PagePlayer | None, world: str) -> str:
    """Return the page's rule against foreign content; what the player's frame holds comes under it, too."""
    scripts, styles = [], [_source(style)]
    if player is not None:
        scripts, styles = [player.script], [*styles, player.style]
    if world:
        scripts.append(_source(_text_in(world, "script")))
        styles.append(_source(_text_in(world, "style")))
    allowed = " ".join([_source(script), *scripts]) if scripts else "'none'"
    return (
        f"default-src 'none'; script-src {allowed}; style-src {' '.join(styles)}; base-uri 'none'; form-action 'none'"
    )


def _text_in(document: str, tag: str) -> str:
    return document.partition(f"<{tag}>")[2].partition(f"</{tag}>")[0]


def _world_document() -> str:
    """Return the player of films in the worlds of other programs, as a whole page with a place for the numbers."""
    page, script = ((_ASSETS / name).read_text("utf-8") for name in ("world_film.html", "world_film.mjs"))
    return page.replace("<!--SCRIPT-->", script)


def _world_numbers(pair: RunPair) -> str:
    poses = {
        name: base64.b64encode(of_run.astype("<f4").tobytes()).decode("ascii")
        for name, of_run in (("then", pair.then), ("now", pair.now))
    }
    plain = {"ticks": pair.ticks, "fps": pair.fps, "parts": pair.parts, "outlines": pair.outlines, **poses}
    return json.dumps(plain, separators=(",", ":")).replace("<", _LESS)


def _source(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode('ascii')}'"


def _json_block(id_: str, value: object) -> str:
    """Return a block of a page that only its script reads; nothing in it may close it."""
    return f'<script type="application/json" id="{id_}">{json.dumps(value).replace("<", _LESS)}</script>'


def _numbers(player: PagePlayer, pair: RunPair) -> str:
    """Return what the player shows of two runs; nothing if they can't be shown."""
    try:
        return player.film(pair)
    except (BadFile, Refused):
        return ""


def _escaped(text: str) -> str:
    return html.escape(printable_lines(text))


def _row(index: int, report: Report, film: _Film | None) -> str:
    bad = "" if report.first_bad_tick is None else str(report.first_bad_tick)
    name = _escaped(report.file)
    link = f'<a href="#difference-{index}">{name}</a>' if report.exit else name
    return (
        f'<tr class="{report.verdict}"><td><b>{report.verdict}</b></td><td>{link}</td><td>{report.compared}</td>'
        f"<td>{bad}</td><td>{_sparkline(report, film and film.pair)}</td></tr>"
    )


def _sparkline(report: Report, film: RunPair | None) -> str:
    """Draw the largest shift of any body over time, on a logarithmic scale from a picometre to ten metres."""
    points = [(0, 0.0)] if report.first_bad_tick is None else [(0, 0.0), (report.first_bad_tick, 0.0)]
    if film is not None:
        points += list(zip(film.ticks, film.shifts, strict=True))
    elif report.difference is not None:
        points += list(report.difference.growth)
    points.append((max(report.ticks, 1), points[-1][1]))
    points.sort(key=lambda point: point[0])
    span = math.log10(_CEILING / _FLOOR)
    corners = []
    for tick, shift in points:
        if math.isnan(shift):
            continue
        height = math.log10(min(max(shift, _FLOOR), _CEILING) / _FLOOR) / span
        corners.append(f"{tick / max(report.ticks, 1) * 200:.1f},{29 - 28 * height:.1f}")
    title = "greatest shift over time: the lower line is a micrometre, the upper one a millimetre"
    lines = "".join(
        f'<line x1="0" x2="200" y1="{y:.1f}" y2="{y:.1f}"/>'
        for y in (29 - 28 * math.log10(limit / _FLOOR) / span for limit in (MICROMETRE, VISIBLE))
    )
    return (
        f'<svg viewBox="0 0 200 30" width="200" height="30"><title>{title}</title>{lines}'
        f'<polyline points="{" ".join(corners)}"/></svg>'
    )


def _detail(index: int, report: Report, film: _Film | None) -> str:
    explanation = _escaped("\n".join((report.reason, *report.explanation)))
    name = _escaped(report.file)
    shown = ""
    if film is not None and film.numbers:
        data = f'<script type="text/plain" id="film-{index}">{film.numbers}</script>'
        of_world = ' data-player="world"' if film.pair.outlines else ""
        button = f'<button data-film="{index}"{of_world} aria-expanded="false">Show both runs</button>'
        shown = f"<p>{_escaped(film.pair.source)}</p><p>{button}</p><div></div>{data}"
    elif film is not None:
        shown = f"<p>{_NOT_SHOWN}</p>"
    return (
        f'<section id="difference-{index}" class="{report.verdict}"><h2>{name}: {report.verdict}</h2>'
        f"<pre>{explanation}</pre>{shown}</section>"
    )


# -- films


def _pair_of(report: Report, was: Path | None) -> RunPair | None:
    """Take both runs from a second before the first bad tick on; None where there is nothing to show.

    Up to that tick both are known to be equal.
    """
    if report.difference is None or report.first_bad_tick is None:
        return None
    try:
        recording = read(report.file, worlds=True).seen_from(here().arithmetic)
    except BadFile:
        return None
    bad, rate = max(report.first_bad_tick, 1), recording.head.tick_rate
    begin = max(0, bad - round(_BEFORE * rate))
    last = min(bad + _SEARCHED, recording.ticks)
    # Those of recorded states are among the frames, so that like is compared with like.
    is_world = isinstance(recording.head.design, WorldDesign)
    every = max(1, round(rate / 60)) if is_world else _EVERY
    moments = sorted({*range(begin, last + 1, every), *(tick for tick, _ in recording.states if bad <= tick <= last)})
    now = _shoot(report.file, fingerprint.PACKAGE.parent, moments, "world_run.py" if is_world else "old_run.py")
    if now is None or not now[0]["ticks"] or len(now[0]["parts"]) > _MOST_BODIES:
        return None
    head, poses = now
    ticks: list[int] = head["ticks"]
    then, source = _recorded_run(report, recording, ticks, head["parts"], poses, was)
    film = RunPair(report.file, bad, ticks, head["parts"], then, poses, source)
    if is_world:
        film = film._replace(outlines=tuple(head["outlines"]), fps=rate / every)
    visible = next((index for index, shift in enumerate(film.shifts) if shift > VISIBLE), None)
    if visible is not None and not np.isnan(then[:, 0]).any():
        film = film._replace(source=f"{source} A shift of a millimetre shows on tick {ticks[visible]}.")
    last = bad if visible is None else min(ticks[visible], bad + round(_LONGEST * rate))
    cut = slice(0, sum(tick <= last + round(_AFTER * rate) for tick in ticks))
    return film._replace(ticks=ticks[cut], then=then[cut], now=poses[cut])


def _recorded_run(
    report: Report, recording: Recording, ticks: list[int], parts: list[int], now: Poses, was: Path | None
) -> tuple[Poses, str]:
    """Take the poses of the recorded run from the program that recorded it, or else from the states in the file."""
    assert report.first_bad_tick is not None
    where = "that you have named" if was is not None else "that recorded it, found in the history"
    is_world = isinstance(recording.head.design, WorldDesign)  # whose former code is not in our history
    package = None if is_world else was or old_code.package_of(recording.head.fingerprint.code)
    otherwise = ""
    if package is not None and package != fingerprint.PACKAGE.parent:
        with tempfile.TemporaryDirectory(prefix="sandbox-film-") as folder:
            copy = Path(folder) / "run.replay"
            old_code.write_for_older(Path(report.file), copy)
            shot = _shoot(str(copy), package, ticks)
        if shot is not None and shot[0]["faithful"] and shot[1].shape == now.shape:
            return shot[1], f"The recorded run is that of the program {where}."
        otherwise = "The program that you have named does not run it as it was recorded. " if was is not None else ""
    then = np.full_like(now, np.nan)
    same = sum(tick < report.first_bad_tick for tick in ticks)
    then[:same] = now[:same]
    for tick, state in recording.states:
        if tick >= report.first_bad_tick and tick in ticks and (is_world or len(state.rows) == now.shape[1]):
            then[ticks.index(tick)] = _poses_of(state, parts)
    known = "After the first bad tick the recorded run is known only where the file holds a state; it stays there."
    return then, f"{otherwise}{known}"


def _poses_of(state: Snapshot, parts: list[int]) -> npt.NDArray[np.float64]:
    """Return the poses of bodies in the order of a film; NaN where a state does not have them."""
    rows, seen, poses = rows_by_body(state), dict[int, int](), []
    for part in parts:
        seen[part] = seen.get(part, -1) + 1
        poses.append(rows.get((part, seen[part]), [math.nan] * 3)[:3])
    return np.array(poses)


def _shoot(
    file: str, package: Path, moments: list[int], script: str = "old_run.py"
) -> tuple[dict[str, Any], Poses] | None:
    """Film one run with the program in a folder; None if that program can't."""
    search = {**child.environment(), "PYTHONPATH": str(package)}
    moved = (json.dumps(fingerprint.MOVED),) if script == "old_run.py" else ()
    done = child.run(str(_ASSETS / script), *moved, file, json.dumps(moments), env=search)
    if done.returncode:
        return None
    line, _, data = done.stdout.partition(b"\n")
    head: dict[str, Any] = json.loads(line)
    return head, np.frombuffer(data, "<f4").reshape(len(head["ticks"]), -1, 3)
