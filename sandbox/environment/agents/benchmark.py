"""The benchmark: levels that no agent has seen, tries until each is won, and what has been found out before.

Half of a level's worth is in its first tries, as in PHYRE: AUCCESS is the mean share of levels that are won within
k tries, weighted by log(k + 1) - log(k).
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from sandbox.design import design as document
from sandbox.design.design import Design
from sandbox.environment.agents import agents, variants
from sandbox.environment.agents.agent_worker import DrawVariant, Gather, Order, TryLevel
from sandbox.environment.agents.experience import Experience
from sandbox.errors import Refused
from sandbox.levels import levels, library
from sandbox.tasks.limits import Limits
from sandbox.tasks.messages import Answer, unpack
from sandbox.tasks.pool import Pool
from sandbox.tasks.progress import ShowProgress, of_part, unseen
from sandbox.tasks.task_process import Setup
from sandbox.trials.checks.kept_results import KeptResults, Results, Unmeasured, folder
from sandbox.trials.search import search

VARIANTS, LEVELS = "held-out variants", "levels"
TRAINING = 4  # variants of each template that the learning agent has tried before
LESSONS = 40  # random tries at each of them
HELD_OUT = 3  # variants of each template that are tried
_FIRST_HELD_OUT = 1000  # no number below belongs to a variant that is tried, none above to one that was learnt from
_APART = 100  # from the number of one held-out variant to that of the next


class BenchmarkPlan(NamedTuple):
    """The size of a benchmark; `wins` is the folder for recordings of all wins."""

    tries: int = 100
    seed: int = 1
    jobs: int = 1
    held_out: int = HELD_OUT
    training: int = TRAINING
    lessons: int = LESSONS
    wins: Path | None = None


class Score(NamedTuple):
    """The tries of an agent at one level; `subject` is the template of a variant."""

    group: str
    subject: str
    name: str
    agent: str
    tried: agents.AgentTries


class _Job(NamedTuple):
    """An order with all that its answer depends on."""

    order: Order
    design: Design
    parameters: tuple[Any, ...]
    type: Any


def one_piece_levels() -> list[Path]:
    """List the levels that come with the program whose stock is a single piece."""
    designs = [(path, levels.read(path)) for path in library.bundled_levels()]
    return [
        path
        for path, design in designs
        if design.goals and sum(item.count for item in design.stock_items.values()) == 1
    ]


def measure(paths: Sequence[Path], plan: BenchmarkPlan, progress: ShowProgress = unseen) -> list[Score]:
    """Let all agents try held-out variants and some levels; what was measured before is not measured again.

    Raises:
        BadFile: a level can't be read.
        Refused: one can't be tried, or a process has died.
    """
    designs = {path: levels.read(path) for path in paths}
    for design in designs.values():
        search.refuse(design)
    names = [idea.name for idea in variants.TEMPLATES]
    held_out = [(name, _FIRST_HELD_OUT + _APART * index) for name in names for index in range(plan.held_out)]
    draws = [_Job(DrawVariant(name, number), Design(), ("draw", name, number), int) for name, number in held_out]
    numbers = _answers(draws, plan, of_part(progress, 0.0, 0.05, "drawing variants"))
    memory = _learnt(plan, of_part(progress, 0.05, 0.35, "learning"))
    subjects = [
        (VARIANTS, name, f"{name} {number}", _design(name, number))
        for (name, _), number in zip(held_out, numbers, strict=True)
    ]
    subjects += [(LEVELS, path.stem, path.stem, design) for path, design in designs.items()]
    return _scores(subjects, memory, plan, of_part(progress, 0.4, 0.6, "trying"))


def _design(name: str, number: int) -> Design:
    return variants.drawn(variants.template(name), number).design()


def _learnt(plan: BenchmarkPlan, progress: ShowProgress) -> dict[str, tuple[Experience, ...]]:
    """Return the experience of the learning agent, by the kinds of the pieces."""
    jobs = []
    for idea in variants.TEMPLATES:
        for number in range(1, plan.training + 1):
            design = _design(idea.name, number)
            order = Gather(document.to_plain(design), plan.lessons, plan.seed + number)
            jobs.append(_Job(order, design, ("gather", plan.lessons, plan.seed + number), list[Experience]))
    memory: dict[str, list[Experience]] = {}
    for experiences in _answers(jobs, plan, progress):
        for experience in experiences:
            memory.setdefault(experience.pieces, []).append(experience)
    return {pieces: tuple(known) for pieces, known in memory.items()}


def _scores(
    subjects: Sequence[tuple[str, str, str, Design]], memory: dict[str, tuple[Experience, ...]], plan: BenchmarkPlan,
    progress: ShowProgress,
) -> list[Score]:  # fmt: skip
    jobs, asked = [], []
    for group, subject, name, design in subjects:
        for agent in agents.AGENTS:
            known = memory.get(agents.pieces_of(design), ()) if agent == "learned" else ()
            digest = hashlib.blake2b(msgspec.json.encode(known), digest_size=16).hexdigest()
            record = str(plan.wins / f"{name.replace(' ', '-')}.{agent}.replay") if plan.wins is not None else ""
            order = TryLevel(agent, document.to_plain(design), plan.tries, plan.seed, known, record)
            jobs.append(_Job(order, design, ("try", agent, plan.tries, plan.seed, digest), agents.AgentTries))
            asked.append((group, subject, name, agent))
    answers = _answers(jobs, plan, progress)
    return [Score(*agent_and_tier, tried) for agent_and_tier, tried in zip(asked, answers, strict=True)]


def _answers(jobs: Sequence[_Job], plan: BenchmarkPlan, progress: ShowProgress) -> list[Any]:
    """Carry out orders on several processes; return the answers in their order, those that are kept among them."""
    kept, results = KeptResults(folder()), Results(folder())
    answers: dict[int, Any] = {}
    for index, job in enumerate(jobs):
        if isinstance(job.order, TryLevel) and job.order.record:
            continue  # a recording is written by a run
        try:
            answers[index] = kept.measured("agents", job.design, _parameters(job), job.type, lambda: None)
        except Unmeasured:
            pass
    left = [index for index in range(len(jobs)) if index not in answers]
    progress(len(answers), len(jobs))
    with Pool(Setup("sandbox.environment.agents.agent_worker", Limits(0, 2048)), plan.jobs) as pool:
        for place, end in pool.each([jobs[index].order for index in left]):
            job = jobs[left[place]]
            if not isinstance(end, Answer):
                raise Refused(f"the agents could not try everything: {end.sentence(optional=False)}")
            given = partial(unpack, end.value, job.type)
            answers[left[place]] = results.measured("agents", job.design, _parameters(job), job.type, given)
            progress(len(answers), len(jobs))
    return [answers[index] for index in range(len(jobs))]


def _parameters(job: _Job) -> tuple[Any, ...]:
    return (*job.parameters, _code())


@cache
def _code() -> str:
    """Return the digest of the code of the environment, its agents and the daily maker's ideas."""
    state = hashlib.blake2b(digest_size=16)
    package = Path(__file__).parents[2]
    for part in ("environment", "authoring"):
        for path in sorted((package / part).rglob("*.py")):
            state.update(path.read_bytes())
    return state.hexdigest()


# -- figures


def solved_within(scores: Sequence[Score], tries: int) -> list[float]:
    """Return the share of levels that are won within 1, 2, 3 ... tries."""
    at = [score.tried.won_at for score in scores if score.tried.won_at is not None]
    return [sum(first <= k for first in at) / max(1, len(scores)) for k in range(1, tries + 1)]


def auccess(shares: Sequence[float]) -> float:
    """Return the mean of the shares that are won within k tries, weighted by log(k + 1) - log(k)."""
    weights = [math.log(k + 1) - math.log(k) for k in range(1, len(shares) + 1)]
    whole = math.fsum(weights)
    return math.fsum(weight * share for weight, share in zip(weights, shares, strict=True)) / whole
