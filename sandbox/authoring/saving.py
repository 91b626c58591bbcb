"""Save a level of a script: its file, the recording of its solution, its picture, and a verdict."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from sandbox import parts as catalogue
from sandbox.authoring.script_run import Current, Saved, Tried
from sandbox.commands.commands import AnyCommand
from sandbox.design.design import Design
from sandbox.errors import BadFile, Refused
from sandbox.levels import levels, library, solutions
from sandbox.levels.level_rules import Finding
from sandbox.levels.solution_files import Attempt
from sandbox.levels.solution_places import places_of_solution, recordings_beside
from sandbox.trials.checks import check
from sandbox.trials.checks.check import CheckPlan
from sandbox.trials.checks.kept_results import Results, folder
from sandbox.trials.checks.margins import tolerance_line

if TYPE_CHECKING:
    from sandbox.authoring.script_level import ScriptLevel

TRY_PATIENCE = 15.0  # s that a try of a sweep gets to win
_MOST_TRAILS = 6
Commands = tuple[tuple[int, AnyCommand], ...]


def save(level: ScriptLevel, path: Path) -> Saved:
    """Write a level and what belongs to it; in a sweep, try it out instead and end the script.

    Raises:
        Refused: it is no level, or parts overlap.
        BadFile: a file can't be written.
        Tried: the script is one try of a sweep.
    """
    run = Current.run
    if path.suffix != ".toml":
        raise Refused(f"the name of a level ends in .toml, and not as '{path.name}' does")
    if run.tries or run.waits:
        raise Tried("" if run.waits else try_out(lambda: level))
    design = level.design()
    level.refuse_overlaps(design)
    path = path if run.out is None else run.out / path.name
    with library.folder_for(path.parent):
        levels.write(path, design)
    commands = level.solution(design)
    solution, remarks = _record(path, design, commands)
    attempt = Attempt(commands, solutions.end_of(design, commands), design)
    plan = CheckPlan(margins=run.margins, ways=recordings_beside(path))
    answer = check.check(design, attempt, "its solution", plan, Results(folder()))
    findings = (*(_with_lines(level, design, finding) for finding in answer.findings), *remarks)
    picture, more = _draw(path, solution, design) if run.picture else (None, ())
    sound = not any(finding.grade == "bad" for finding in (*findings, *more))
    rows = tuple(map(tolerance_line, answer.tolerances))
    saved = Saved(path, solution, picture, design.title, sound, (*findings, *more), rows)
    run.saved.append(saved)
    return saved


def try_out(make: Callable[[], ScriptLevel], patience: float = TRY_PATIENCE) -> str:
    """Return "won", "not won", or "refused" for a level that can't be built; `patience`: seconds it gets to be won."""
    try:
        level = make()
        design = level.design()
        level.refuse_overlaps(design)
    except Refused:
        return "refused"
    commands = level.solution(design)
    try:
        solutions.solve(design, commands, commands[-1][0] + round(patience * design.world.tick_rate))
    except Refused:
        return "not won"
    return "won"


def _record(path: Path, design: Design, commands: Commands) -> tuple[Path | None, tuple[Finding, ...]]:
    """Write the recording of the solution, and report the fate of the previous recording; None if it does not win.

    The check reports that, and the recording before stays: it proves nothing of the level as it is now.
    """
    first, *others = places_of_solution(path)
    place = first if first.parent.is_dir() and Current.run.out is None else others[-1]
    try:
        remark = solutions.record_solution(place, design, commands).remark
    except Refused:
        return None, ()
    return place, (Finding("note", f"{place}: {remark}", "solution"),) if remark else ()


def _with_lines(level: ScriptLevel, design: Design, finding: Finding) -> Finding:
    """Let a finding about what is not needed name the lines that give it."""
    needless = [*finding.figures.get("parts", ()), *finding.figures.get("links", ())] if finding.bar == "needed" else []
    if not needless:
        return finding
    named = []
    for id_ in needless:
        number = id_ - design.next_id + 1  # of the hint, as in `of_hints`
        hint = design.hints[number - 1]
        kind = catalogue.KINDS.get(hint.kind) or catalogue.LINKS[hint.kind]
        line = level.line_of(number)
        named.append(f"the {kind.title.lower()}{f' of line {line}' if line else ''}")
    return finding._replace(text=f"the solution wins without {' and also without '.join(named)}")


def _draw(path: Path, solution: Path | None, design: Design) -> tuple[Path | None, tuple[Finding, ...]]:
    """Draw the moment of the win with the paths of moving parts, or the level at rest if it is not won."""
    from sandbox.render.pictures import film
    from sandbox.render.pictures.film_options import CameraAim, FilmOptions

    out = path.with_suffix(".png")
    loose = [part.id for part in design.parts if len(catalogue.blueprint(part).bodies) == 1 and _moves(design, part.id)]
    trails = tuple(CameraAim(part) for part in loose[:_MOST_TRAILS]) if solution is not None else ()
    try:
        film.render(solution or path, out, FilmOptions(trails=trails, still=True))
    except (BadFile, Refused) as error:
        return None, (Finding("note", f"there is no picture: {error}"),)
    return out, ()


def _moves(design: Design, part: int) -> bool:
    return catalogue.blueprint(design.part_by_id[part]).bodies[0].kind == "dynamic"
