"""A process that checks one level for a caller that must not wait."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from sandbox.levels import levels, solution_files, solutions
from sandbox.levels.level_rules import Finding
from sandbox.tasks.serving import Teller, serve
from sandbox.trials.checks import check
from sandbox.trials.checks.kept_results import Results, folder


class CheckLevel(Struct, frozen=True):
    """An order to check a level. The answer is `CheckAnswer.as_json`; findings and recordings are news before.

    `span` is the least and the most seconds that the solution should take. `solution` is a recording, or a file of
    commands; if they are to be recorded, `record` is the file.
    """

    level: str
    span: tuple[float, float]
    solution: str | None = None
    record: str | None = None


class Recorded(Struct, frozen=True, tag="recorded"):
    """News that the solution was recorded, with a remark about the file that it has replaced."""

    path: str
    remark: str


class EarlyFinding(Struct, frozen=True, tag="finding"):
    """News of a finding."""

    finding: Finding


News = Recorded | EarlyFinding


def carry_out(order: CheckLevel, teller: Teller) -> dict[str, object]:
    """Check a level."""
    path = Path(order.level)
    design = levels.read(path)
    solving, _ = solution_files.read_solution(path, Path(order.solution) if order.solution is not None else None)
    name = "your own run" if order.solution is not None else "its recorded solution"
    share, doing = 0.0, ""

    def progress(done: float, total: float = 1.0, what: str = "") -> None:
        nonlocal share, doing
        share, doing = done / total, what
        teller.progress(share, what=doing)

    if order.record is not None and solving is not None:
        remark = solutions.record_solution(Path(order.record), design, solving.commands).remark
        teller.progress(share, what=doing, news=Recorded(order.record, remark))
    plan = check.CheckPlan(seconds=order.span)
    answer = check.check(
        design, solving, name, plan, Results(folder()), progress,
        lambda finding: teller.progress(share, what=doing, news=EarlyFinding(finding)),
    )  # fmt: skip
    return answer.as_json()


if __name__ == "__main__":
    serve(carry_out, CheckLevel)
