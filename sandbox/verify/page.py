"""Write results as a page: a row for each recording, and both runs laid over each other where one differs.

The page is one file that needs no network: its style, its program and its films are in it.
"""

from __future__ import annotations

import base64
import html
import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sandbox.errors import BadFile
from sandbox.recording import atomic_files, fingerprint
from sandbox.recording.plain_text import printable_lines
from sandbox.recording.reader import read
from sandbox.recording.recording import Recording
from sandbox.tasks import child
from sandbox.verify import old_code
from sandbox.verify.compare import rows_by_body
from sandbox.verify.explain import MICROMETRE, VISIBLE
from sandbox.verify.judgement import here
from sandbox.verify.verdicts import Report

EVERY = 4  # ticks between two frames of a film: 60 of them a second at the usual rate
_SEARCHED = 14_400  # ticks from the first bad one in which the first visible one is looked for
_BEFORE, _AFTER = 1.0, 4.0  # s shown before the first bad tick, and after the first visible one
_LONGEST = 10.0  # s from the first bad tick to the visible one, if that is to be in the film
_MOST_BODIES = 2000
_FLOOR, _CEILING = 1e-12, 10.0  # m: between these a sparkline is drawn, logarithmically
_ASSETS = Path(__file__).parent
Poses = npt.NDArray[np.float32]  # (frames, bodies, 3): x, y, angle


class RunPair(NamedTuple):
    """Both runs on the same ticks. `then` holds NaN where the recorded run is not known."""

    ticks: list[int]
    parts: list[int]
    outlines: list[Any]
    then: Poses
    now: Poses
    source: str  # where the recorded run comes from, in words


def write(path: Path, reports: Sequence[Report], was: Path | None = None) -> None:
    """Write the page for these reports to a file.

    Args:
        was: a folder with the package of the program that the recorded runs are to be played by.

    Raises:
        BadFile: it can't be written there.
    """
    atomic_files.write(path, html_page(reports, was).encode("utf-8"))


def html_page(reports: Sequence[Report], was: Path | None = None) -> str:
    """Make the page for these reports; `was` as in `write`."""
    films = {index: film for index, report in enumerate(reports) if (film := _film_of(report, was)) is not None}
    rows = "\n".join(_row(index, report, films.get(index)) for index, report in enumerate(reports))
    details = "\n".join(_detail(index, report, films.get(index)) for index, report in enumerate(reports) if report.exit)
    data = json.dumps({str(index): _plain(film) for index, film in films.items()}, separators=(",", ":"))
    template = (_ASSETS / "page.html").read_text("utf-8")
    passed = sum(1 for report in reports if report.exit == 0)
    # Nothing in a JSON text may close the element that it stands in.
    filled = {"DATA": data.replace("<", "\\u003c"), "ROWS": rows, "DETAILS": details}
    for name, text in {"COUNT": f"{passed} of {len(reports)} pass", **filled}.items():
        template = template.replace(f"<!--{name}-->", text)
    return template


def _escaped(text: str) -> str:
    return html.escape(printable_lines(text))


def _row(index: int, report: Report, film: RunPair | None) -> str:
    bad = "" if report.first_bad_tick is None else str(report.first_bad_tick)
    name = _escaped(report.file)
    link = f'<a href="#difference-{index}">{name}</a>' if report.exit else name
    return (
        f'<tr class="{report.verdict}"><td><b>{report.verdict}</b></td><td>{link}</td><td>{report.compared}</td>'
        f"<td>{bad}</td><td>{_sparkline(report, film)}</td></tr>"
    )


def _sparkline(report: Report, film: RunPair | None) -> str:
    """Draw the largest shift of any body over time, on a logarithmic scale from a picometre to ten metres."""
    points = [(0, 0.0)] if report.first_bad_tick is None else [(0, 0.0), (report.first_bad_tick, 0.0)]
    if film is not None:
        points += list(zip(film.ticks, _shifts(film).tolist(), strict=True))
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


def _detail(index: int, report: Report, film: RunPair | None) -> str:
    explanation = _escaped("\n".join((report.reason, *report.explanation)))
    name = _escaped(report.file)
    player = ""
    if film is not None:
        player = (
            f'<div class="player" data-film="{index}"><canvas width="960" height="540"></canvas><div>'
            '<button class="play">Play</button><button class="back" title="one frame back">&#9664;</button>'
            '<button class="step" title="one frame on">&#9654;</button>'
            f'<input type="range" min="0" max="{len(film.ticks) - 1}" value="0"><output></output></div>'
            f'<p><span class="then">recorded</span> <span class="now">now</span> {_escaped(film.source)}</p></div>'
        )
    return (
        f'<section id="difference-{index}" class="{report.verdict}"><h2>{name}: {report.verdict}</h2>'
        f"<pre>{explanation}</pre>{player}</section>"
    )


# -- films


def _film_of(report: Report, was: Path | None) -> RunPair | None:
    """Film both runs from a second before the first bad tick on; None where there is nothing to show.

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
    now = _shoot(report.file, fingerprint.PACKAGE.parent, begin, bad + _SEARCHED)
    if now is None or not now[0]["ticks"] or len(now[0]["parts"]) > _MOST_BODIES:
        return None
    head, poses = now
    ticks: list[int] = head["ticks"]
    then, source = _recorded_run(report, recording, ticks, poses, was)
    film = RunPair(ticks, head["parts"], head["outlines"], then, poses, source)
    shifts = _shifts(film)
    visible = next((index for index, shift in enumerate(shifts) if shift > VISIBLE), None)
    if visible is not None and not np.isnan(then).any():
        film = film._replace(source=f"{source} A shift of a millimetre shows on tick {ticks[visible]}.")
    last = bad if visible is None else min(ticks[visible], bad + round(_LONGEST * rate))
    cut = slice(0, sum(tick <= last + round(_AFTER * rate) for tick in ticks))
    return film._replace(ticks=ticks[cut], then=then[cut], now=poses[cut])


def _recorded_run(
    report: Report, recording: Recording, ticks: list[int], now: Poses, was: Path | None
) -> tuple[Poses, str]:
    """Take the poses of the recorded run from the program that recorded it, or else from the states in the file."""
    assert report.first_bad_tick is not None
    where = "that you have named" if was is not None else "that recorded it, found in the history"
    package = was or old_code.package_of(recording.head.fingerprint.code)
    otherwise = ""
    if package is not None and package != fingerprint.PACKAGE.parent:
        shot = _shoot(report.file, package, ticks[0], ticks[-1])
        if shot is not None and shot[0]["faithful"] and shot[1].shape == now.shape:
            return shot[1], f"The recorded run is that of the program {where}."
        otherwise = "The program that you have named does not run it as it was recorded. " if was is not None else ""
    then = np.full_like(now, np.nan)
    same = sum(tick < report.first_bad_tick for tick in ticks)
    then[:same] = now[:same]
    for tick, state in recording.states:
        if tick >= report.first_bad_tick and ticks[0] <= tick < ticks[-1] + EVERY and len(state.rows) == now.shape[1]:
            rows = np.array(list(rows_by_body(state).values()))[:, :3]
            then[min(range(len(ticks)), key=lambda index: abs(ticks[index] - tick))] = rows
    known = "After the first bad tick the recorded run is known only where the file holds a state; it stays there."
    return then, f"{otherwise}{known}"


def _shoot(file: str, package: Path, first: int, last: int) -> tuple[dict[str, Any], Poses] | None:
    """Film one run with the program in a folder; None if that program can't."""
    script = Path(__file__).with_name("old_run.py")
    numbers = map(str, (first, last, EVERY))
    search = {**child.environment(), "PYTHONPATH": str(package)}
    done = child.run(str(script), json.dumps(fingerprint.MOVED), file, *numbers, env=search)
    if done.returncode:
        return None
    line, _, data = done.stdout.partition(b"\n")
    head: dict[str, Any] = json.loads(line)
    return head, np.frombuffer(data, "<f4").reshape(len(head["ticks"]), -1, 3)


def _shifts(film: RunPair) -> npt.NDArray[np.float64]:
    """Return the largest shift of any body in each frame (m); where the recorded run is unknown, the last known one."""
    away = film.now[:, :, :2].astype(float) - film.then[:, :, :2]
    bodies = np.hypot(away[:, :, 0], away[:, :, 1])
    bodies[:, [part == 0 for part in film.parts]] = 0.0
    last, shifts = 0.0, []
    for row in bodies:
        last = last if np.isnan(row).any() else float(row.max(initial=0.0))
        shifts.append(last)
    return np.array(shifts)


def _plain(film: RunPair) -> dict[str, Any]:
    return {
        "ticks": film.ticks,
        "parts": film.parts,
        "outlines": film.outlines,
        "then": base64.b64encode(film.then.astype("<f4").tobytes()).decode(),
        "now": base64.b64encode(film.now.astype("<f4").tobytes()).decode(),
    }
