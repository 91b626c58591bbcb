"""What is over at once is seen for a while: drawn only, the same each time, and calm for whom that is better."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from sandbox.commands.commands import Press, Start
from sandbox.commands.session import Session
from sandbox.design.design import Design, Goal, Inside
from sandbox.render.effects.burning_cord import BurningCord
from sandbox.render.effects.confetti import Confetti
from sandbox.render.effects.effect import Brush
from sandbox.render.effects.explosions import Blast, BurningUp, FireworkShow, Fizz, Pop, ShortCircuit
from sandbox.render.effects.falling_rope import FallingRope
from sandbox.render.effects.live_effects import Effects
from sandbox.render.overlay import Overlay
from tests.contraptions import Builder

FRAME = 4  # ticks
PIXELS = 200.0


@pytest.fixture(scope="module")
def canvas(gl_window: Any) -> Iterator[Any]:
    from sandbox.render.canvas import Canvas

    yield Canvas()


class Show:
    """A session that runs on a canvas, as the window does it; the effects that were seen, by name."""

    def __init__(self, canvas: Any, design: Design, *pressed: int, still: bool = False) -> None:
        self.canvas, self.session, self.still = canvas, Session(design), still
        self.effects: Effects = canvas.effects
        self.effects.follow(None, 0)
        self.session.do(Start())
        self.pressed = list(pressed)
        machine = self.session.machine
        assert machine is not None
        self.effects.follow(machine, self.session.tick)
        canvas.show_machine(machine)
        self.seen: dict[str, int] = {}  # name: frames
        self.marks: list[int] = []  # of each frame

    def frames(self, count: int) -> Show:
        machine = self.session.machine
        assert machine is not None
        for _ in range(count):
            if self.session.running_ticks == 5 * FRAME:
                for part in self.pressed:
                    self.session.do(Press(part))
            self.session.advance(FRAME)
            self.effects.follow(machine, self.session.tick)
            self.effects.happened(self.session.take_events())
            solved = self.session.decided_tick if self.session.outcome == "won" else None
            self.effects.won(solved, self.session.design)
            self.canvas.tick(machine.read_rows(), machine.states)
            self.draw()
            for effect in self.effects._going:
                name = type(effect).__name__
                self.seen[name] = self.seen.get(name, 0) + 1
        return self

    def draw(self) -> None:
        self.effects.draw(0.0, PIXELS, self.still)
        self.marks.append(len(self.effects.overlay))


def scene() -> tuple[Design, int, int]:
    """Dynamite, a balloon that rises into nails with a crate on its rope, and a weight on a rope between blades."""
    b = Builder()
    b.part("floor", 2.0, 0.05, width=4.0)
    dynamite = b.part("dynamite", 2.4, 0.2, fuse=0.2)
    balloon = b.part("balloon", 0.6, 1.0, lift=25.0)
    crate = b.part("crate", 0.6, 0.5, width=0.15, height=0.15)
    b.link("rope", balloon, "knot", crate, "middle")
    b.part("nail_board", 0.6, 1.5, 3.14159)
    anchor, weight = b.part("anchor", 3.2, 2.0), b.part("weight", 3.2, 1.0)
    b.link("rope", anchor, "hook", weight, "ring")
    scissors = b.part("scissors", 3.05, 1.5)
    return b.design(), dynamite, scissors


def test_what_happens_is_seen_for_a_while_and_is_then_over(canvas: Any) -> None:
    design, dynamite, scissors = scene()
    show = Show(canvas, design, dynamite, scissors).frames(140)
    lives = {kind.__name__: kind.life * 240 / FRAME for kind in (Pop, Blast, FallingRope)}
    assert show.seen["Blast"] == pytest.approx(lives["Blast"], abs=2)
    assert show.seen["Pop"] == pytest.approx(lives["Pop"], abs=2)
    assert show.seen["FallingRope"] == pytest.approx(2 * lives["FallingRope"], abs=4), "the cut one, and the balloon's"
    assert show.marks[0] == show.marks[-1] == 0
    assert show.seen["Fizz"] > 0


def test_a_rope_that_a_hook_lets_go_of_falls_whole(canvas: Any) -> None:
    b = Builder()
    hook, weight = b.part("release_hook", 1.0, 2.0), b.part("weight", 1.0, 1.0)
    b.link("rope", hook, "hook", weight, "ring")
    (rope,) = (item for item in Show(canvas, b.design(), hook).frames(8).effects._going)
    assert isinstance(rope, FallingRope)
    assert sorted(map(len, rope.halves)) == [1, 9], "no half of it still hangs from the hook"


def test_a_fuse_burns_at_its_end_until_the_blast(canvas: Any) -> None:
    design, dynamite, _ = scene()
    show = Show(canvas, design, dynamite).frames(8)
    marks = show.effects.overlay._marks
    assert marks
    x, y = (sum(mark[0][n] for mark in marks) / len(marks) for n in (0, 1))
    assert (x, y) == pytest.approx((2.4 + 0.136, 0.2 + 0.112), abs=0.03), "where its fuse ends"
    show.frames(14)
    going = {type(effect).__name__ for effect in show.effects._going}
    assert "Blast" in going
    assert "Fizz" not in going
    assert not Show(canvas, design, dynamite, still=True).frames(8).marks[-1]


def test_sparks_fly_from_a_source_that_is_asked_for_too_much_or_is_cut_into(canvas: Any) -> None:
    b = Builder()
    outlet, fan, saw = b.part("outlet", 1.0, 1.0, watts=90.0), b.part("fan", 2.0, 1.0), b.part("saw", 2.0, 2.0)
    b.link("cable", outlet, "right", fan, "plug")
    calm = Show(canvas, b.design()).frames(40)
    assert "ShortCircuit" not in calm.seen
    b.link("cable", outlet, "right", saw, "plug")
    show = Show(canvas, b.design()).frames(60)
    assert show.seen["ShortCircuit"] == pytest.approx(ShortCircuit.life * 240 / FRAME, abs=2)
    assert Show(canvas, b.design(), still=True).frames(3).marks[-1] < show.marks[2]


def test_fire_runs_along_a_fuse_and_what_catches_it_burns_up(canvas: Any) -> None:
    b = Builder()
    near, far = b.part("candle", 1.0, 1.0), b.part("candle", 2.0, 1.0)
    b.link("fuse", near, "fuse", far, "fuse", speed=2.0)
    b.part("styrofoam_block", 2.0, 1.18, width=0.1, height=0.1)
    for side in (-0.07, 0.07):
        b.part("fixed_block", 2.0 + side, 1.03, width=0.05, height=0.2)
    show = Show(canvas, b.design(), near).frames(20)
    (fire,) = show.effects._going
    assert isinstance(fire, BurningCord)
    tips = [mark[0][0] for mark in show.effects.overlay._marks]
    assert min(tips) == pytest.approx(1.0, abs=0.05) and 1.3 < max(tips) < 1.9, "ash from the flame to where it burns"
    show.frames(180)
    assert show.seen["BurningCord"] == pytest.approx(0.525 * 240 / FRAME, abs=3), "as long as the fuse"
    assert show.seen["BurningUp"] == pytest.approx(BurningUp.life * 240 / FRAME, abs=3)
    assert "FallingRope" not in show.seen, "what has burnt down does not fall"


def test_a_firework_bursts_in_its_show_and_a_cannon_flashes(canvas: Any) -> None:
    b = Builder()
    firework, cannon = b.part("firework", 1.0, 0.4, rise=0.2, show="ring"), b.part("cannon", 2.5, 0.5, aim=0.0)
    show = Show(canvas, b.design(), firework, cannon).frames(60)
    (burst,) = (effect for effect in show.effects._going if isinstance(effect, FireworkShow))
    assert show.seen["Blast"] > 0 and not any(isinstance(effect, Fizz) for effect in show.effects._going)
    assert burst.show.tints[0] == (150, 230, 140)
    show.frames(120)
    assert show.seen["FireworkShow"] == pytest.approx(FireworkShow.life * 240 / FRAME, abs=2)


def test_the_same_run_shows_the_same_and_a_pause_holds_it(canvas: Any) -> None:
    design, dynamite, scissors = scene()
    one = Show(canvas, design, dynamite, scissors).frames(20)
    marks = list(one.effects.overlay._marks)
    one.draw()
    assert marks == one.effects.overlay._marks, "no time passes, nothing moves"
    assert len(marks) > 40
    two = Show(canvas, design, dynamite, scissors).frames(20)
    assert marks == two.effects.overlay._marks


def test_a_glow_is_one_mark_however_large_or_faint() -> None:
    overlay = Overlay()
    for r, alpha in ((0.01, 0.9), (2.0, 0.02)):  # many faint discs on one another would be rounded each, and tint it
        Brush(overlay, 300.0).glow(1.0, 1.0, r, (255, 214, 110), alpha)
    assert [mark[2] for mark in overlay._marks] == [(255, 214, 110, 230), (255, 214, 110, 5)]


def test_drawing_it_leaves_the_session_as_it_would_be(canvas: Any) -> None:
    design, dynamite, scissors = scene()
    shown = Show(canvas, design, dynamite, scissors).frames(60).session
    plain = Session(design)
    plain.do(Start())
    plain.advance(5 * FRAME)
    plain.do(Press(dynamite))
    plain.do(Press(scissors))
    plain.advance(55 * FRAME)
    assert shown.end_hash() == plain.end_hash()


def test_with_reduced_motion_nothing_flashes_or_flies_and_still_one_sees_where_it_was(canvas: Any) -> None:
    design, dynamite, scissors = scene()
    calm = Show(canvas, design, dynamite, scissors, still=True).frames(18)
    assert "Blast" in calm.seen
    first = list(calm.effects.overlay._marks)
    assert first
    bright = [fill for _, _, _, fill, _ in first if sum(fill[:3]) > 500 and fill[3] > 40]
    assert not bright, "no flash"
    where = {mark[0] for mark in first if mark[1][1] > 10}
    calm.frames(4)
    assert where <= {mark[0] for mark in calm.effects.overlay._marks}, "it stays where it is"
    lively = Show(canvas, design, dynamite, scissors).frames(18)
    assert [fill for _, _, _, fill, _ in lively.effects.overlay._marks if sum(fill[:3]) > 500 and fill[3] > 40]


def test_a_rope_falls_from_both_its_ends_and_goes_with_what_it_hangs_on(canvas: Any) -> None:
    design, _, scissors = scene()
    show = Show(canvas, design, scissors)
    while not len(show.effects):
        show.frames(1)
    (rope,) = show.effects._going
    assert isinstance(rope, FallingRope)
    upper, lower = rope.halves
    assert upper[-1] == lower[-1] == pytest.approx((3.2, 1.5), abs=0.1), "where the blades are"
    assert upper[0][1] > 1.8 > 1.3 > lower[0][1]
    hook, before = rope.held[0].moved, rope.held[1].moved
    show.frames(10)
    assert rope.held[0].moved == hook
    assert rope.held[1].moved[1] < before[1] - 0.05, "the weight falls, and the rope on it"
    end = rope._fallen(upper, len(upper) - 1, 0.5)
    assert end[1] == pytest.approx(upper[0][1] - sum_of(upper), abs=1e-6), "no longer than it was"


def sum_of(points: list[tuple[float, float]]) -> float:
    return sum(((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5 for (ax, ay), (bx, by) in pairwise(points))


def test_a_solved_level_celebrates_once_and_not_with_reduced_motion(canvas: Any) -> None:
    b = Builder()
    crate = b.part("crate", 1.0, 1.0)
    b.goals.append(Goal("It falls", Inside(crate, 0.0, 0.0, 2.0, 0.9)))
    show = Show(canvas, b.design()).frames(60)
    assert show.session.outcome == "won"
    assert show.seen.keys() == {"Confetti"}
    assert max(show.marks) > 40
    show.frames(round(Confetti.life * 240 / FRAME) + 2)
    assert show.seen["Confetti"] == pytest.approx(Confetti.life * 240 / FRAME, abs=2)
    assert show.marks[-1] == 0
    assert max(Show(canvas, b.design(), still=True).frames(60).marks) == 0


def test_another_machine_shows_nothing_of_the_one_before(canvas: Any) -> None:
    design, dynamite, scissors = scene()
    show = Show(canvas, design, dynamite, scissors).frames(16)
    assert len(show.effects)
    show.effects.follow(None, show.session.tick)
    show.draw()
    assert show.marks[-1] == 0


def test_an_overlay_without_effects_is_empty(canvas: Any) -> None:
    effects = Effects(canvas.effects.overlay)
    effects.happened(())
    effects.draw(0.0, PIXELS, False)
    assert isinstance(effects.overlay, Overlay)
    assert len(effects.overlay) == 0
