"""Near misses: which part would win a few millimetres away, and that nothing is said where nothing wins."""

from __future__ import annotations

from msgspec.structs import replace

from sandbox.design.design import Design
from sandbox.trials.candidate import Candidate, Placement, built
from sandbox.trials.judging import OPEN
from sandbox.trials.search.near_miss import MOST_TRIES, NearMiss, NearMissJob
from sandbox.trials.search.try_service import run_job
from sandbox.trials.variations import outcome_at
from tests.trials.search.puzzles import DROP, level


def dropped(x: float) -> Design:
    """A ball is let go at x; from 1.7 on it falls into the basket, but not from 1.645 to 1.695."""
    return built(level(DROP), Candidate((Placement("bowling_ball", x, 1.5),)))


def looked_at(design: Design, processes: int = 1) -> NearMiss | None:
    job = NearMissJob(design)
    run_job(job, processes)
    assert job.done
    return job.result


def test_the_nearest_place_that_wins_is_named_on_any_number_of_processes() -> None:
    design = dropped(1.69)
    first, again = (looked_at(design, processes) for processes in (1, 2))
    assert first == again and first is not None and first.pose is not None
    assert (first.part, first.mm) == (design.parts[-1].id, 10)
    assert first.words == "a little to the right, 10 mm"
    assert outcome_at(design, (first.pose,), 2880) == "won" and outcome_at(design, (), 2880) == "open"


def test_a_hopeless_try_has_no_near_miss() -> None:
    assert looked_at(dropped(1.0)) is None


def test_a_machine_that_wins_if_it_is_left_alone_is_told_from_one_with_a_part_to_move() -> None:
    assert looked_at(dropped(1.8)) == NearMiss()


def test_the_tries_are_the_nearest_of_all_placed_parts_and_so_many_at_most() -> None:
    design = dropped(1.69)
    ball = design.parts[-1]
    balls = tuple(replace(ball, id=ball.id + number, x=0.1 * number) for number in range(20))
    job = NearMissJob(replace(design, parts=(*design.parts[:-1], *balls), next_id=ball.id + 20))
    tries = []
    while batch := job.next_tries():
        tries += batch
        job.take(batch, (OPEN,) * len(batch))
    assert tries[0] == () and len(tries) == MOST_TRIES + 1
    moved = [poses[0].part for poses in tries[1:]]
    assert set(moved[:160]) == {spec.id for spec in balls}, "each of them by 5 mm before any by 10"
    assert job.done and job.result is None


def test_a_part_of_the_level_is_never_tried() -> None:
    job = NearMissJob(level(DROP))
    assert job.next_tries() == ((),) and job.next_tries() == ()


def test_answers_in_another_order_change_nothing() -> None:
    design = dropped(1.69)
    job = NearMissJob(design)
    batches = [job.next_tries() for _ in range(4)]
    job.take(batches[2], ("won",) * len(batches[2]))
    assert not job.done, "a nearer place may win, too"
    job.take(batches[0], (OPEN,))
    job.take(batches[1], (OPEN,) * len(batches[1]))
    assert job.done and job.result is not None and (job.result.mm, job.result.way) == (5, 4)
