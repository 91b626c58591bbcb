"""The environment: an episode is the building of a machine in a level, and one run of that machine to its end."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from sandbox.api.level import Level, level_of
from sandbox.environment import observations
from sandbox.environment.actions import Action, ActionForm
from sandbox.environment.episode import EpisodeRun
from sandbox.environment.task import LevelTask
from sandbox.errors import Refused
from sandbox.reading.nearest import meant_or_all

if TYPE_CHECKING:
    from sandbox.environment.camera import EpisodeCamera

Observation = dict[str, npt.NDArray[Any]] | npt.NDArray[np.uint8]
OBSERVATIONS = ("arrays", "picture")
_SMALLEST, _LARGEST = 16, 1024  # px


class ContraptionEnv(gymnasium.Env[Any, Any]):
    """A level as a task: place the stock, link it, run.

    A step places a part or makes a link. The run begins with the action to run, or with the last piece of the stock;
    it goes on until it is won or lost, nothing can change any more or its time is over, all in one step, which is
    `terminated`. If the budget of actions is spent before that, the episode is `truncated`, and nothing has run.

    The reward of the run is the share of the goals that are reached, and how much nearer to them it came than the
    untouched level is before anything moves. All other steps have the reward 0.
    """

    metadata = {"render_modes": ["rgb_array"], "render_fps": 4}

    def __init__(
        self,
        level: str | Path | Level,
        *,
        observation: str = "arrays",
        actions: str = "dict",
        seconds: float | None = None,
        size: tuple[int, int] = (160, 100),
        render_mode: str | None = None,
    ) -> None:
        """Make an environment of a level.

        Args:
            level: a file, the name of a level that comes with the program, or a `Level`.
            observation: "arrays" or "picture".
            actions: "dict" or "flat".
            seconds: the longest time of a run; without it, the level's par and 5 s more, at least 12 s.
            size: of pictures, in pixels.
            render_mode: "rgb_array" for `render`.

        Raises:
            BadFile: there is no such level.
            Refused: it has no goal or no stock, or there is no observation, form of actions or size like that.
        """
        if observation not in OBSERVATIONS:
            instead = meant_or_all(str(observation), OBSERVATIONS)
            raise Refused(f"there is no observation '{observation!s:.40}'{instead}")
        if render_mode not in (None, "rgb_array"):
            raise Refused(f"there is no render_mode '{render_mode!s:.40}'; known is rgb_array")
        if len(size) != 2 or not all(_SMALLEST <= length <= _LARGEST for length in size):
            raise Refused(f"pictures of {size} pixels: each side has {_SMALLEST} to {_LARGEST}")
        self.task = LevelTask(level_of(level), seconds)
        self._actions = ActionForm(self.task, actions)
        self.action_space = self._actions.space
        self.render_mode, self._size = render_mode, (int(size[0]), int(size[1]))
        self._sees = observation == "picture"
        picture = spaces.Box(0, 255, (self._size[1], self._size[0], 3), np.uint8)
        self.observation_space = picture if self._sees else observations.space_of(self.task)
        self._camera: EpisodeCamera | None = None
        self._run: EpisodeRun | None = None
        self._spent = 0  # actions of this episode
        self._over = False
        self._base: float | None = None  # the nearness of the untouched level as it starts

    # -- the interface of Gymnasium

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin an episode: the level as its player gets it. The seed decides all that its machines do at random."""
        super().reset(seed=seed)
        self._run = EpisodeRun(self.task.level, int(self.np_random.integers(2**31)))
        self._spent, self._over = 0, False
        return self._observe(), self._info("", 0.0)

    def step(self, action: Action) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Carry out an action. One that the level's rules refuse changes nothing, and `info["refused"]` says why.

        Raises:
            Refused: the action is none of the space, or the episode is over.
        """
        run = self._episode()
        if self._over:
            raise Refused("the episode is over; call reset() for the next one")
        refused, wants_run = self._build(run, action)
        self._spent += 1
        left = any(run.session.design.left_in_stock(name) for name in self.task.items)
        if left and not wants_run:
            self._over = self._spent >= self.task.most_actions
            return self._observe(), 0.0, False, self._over, self._info(refused, 0.0)
        nearest, reward = 0.0, 0.0
        try:
            nearest = run.finish(self.task.ticks)
            goals = run.goals
            reward = sum(goal.met for goal in goals) / len(goals) + nearest - self._at_start()
        except Refused as error:
            refused = str(error)  # of the start: as a link pulls what it joins into something
        self._over = True
        return self._observe(), float(reward), True, False, self._info(refused, nearest)

    def render(self) -> Any:
        """Return a picture of the present moment, as an array of the shape (height, width, 3)."""
        if self.render_mode is None:
            gymnasium.logger.warn('render() needs gymnasium.make(..., render_mode="rgb_array")')
            return None
        return self._picture()

    def close(self) -> None:
        """Free what draws."""
        if self._camera is not None:
            self._camera.close()
            self._camera = None

    # -- besides it

    @property
    def run(self) -> EpisodeRun:
        """The run of the present episode, as of `Level.start`."""
        return self._episode()

    def record(self, path: str | Path) -> Path:
        """Write a recording of the episode up to now, which `sandbox verify` verifies.

        Raises:
            BadFile: it can't be written there, or not by this name.
            Refused: no episode has begun.
        """
        return self._episode().record(path)

    def action_of(self, command: str, /, **fields: Any) -> Action:
        """Return the action that is a command: "place", "connect" or "start", with its fields as of `Run.do`.

        Raises:
            Refused: there is no such command, or it is of a piece that is not in the stock.
        """
        from sandbox.commands import commands
        from sandbox.commands.building import Place
        from sandbox.commands.links import Connect

        wanted = commands.from_fields(command, fields)
        if isinstance(wanted, Place | Connect):
            name = (wanted.item or wanted.kind) if isinstance(wanted, Place) else wanted.kind
            if name not in self.task.items:
                raise Refused(f"the stock has no '{name:.40}'{meant_or_all(name, self.task.items)}")
            return self._actions.action_of(wanted, self._episode().session.design)
        if command != "start":
            raise Refused(f"no action is a command '{command:.40}'; actions place, connect and start")
        return self._actions.action_of(None, self._episode().session.design)

    # -- inside

    def _episode(self) -> EpisodeRun:
        if self._run is None:
            raise Refused("no episode has begun; call reset() first")
        return self._run

    def _build(self, run: EpisodeRun, action: Action) -> tuple[str, bool]:
        """Carry out an action of building; return why it was refused, and whether it asks for the run."""
        fields = self._actions.checked(action)
        try:
            command = self._actions.command_of(fields, run.session.design)
            if command is None:
                return "", True
            run.build(command)
        except Refused as error:
            return str(error), False
        return "", False

    def _at_start(self) -> float:
        """Return the nearness of the level with nothing placed, before its first tick."""
        if self._base is None:
            untouched = EpisodeRun(self.task.level)
            untouched.do("start")
            self._base = untouched.session.nearness
        return self._base

    def _observe(self) -> Any:
        return self._picture() if self._sees else observations.observe(self.task, self._episode(), self._spent)

    def _picture(self) -> npt.NDArray[np.uint8]:
        if self._camera is None:
            from sandbox.environment.camera import EpisodeCamera

            self._camera = EpisodeCamera(*self._size)
        return self._camera.picture(self._episode())

    def _info(self, refused: str, nearest: float) -> dict[str, Any]:
        run = self._episode()
        return {
            "outcome": run.outcome, "refused": refused, "nearness": nearest, "goals": sum(g.met for g in run.goals),
            "tick": run.tick, "hash": run.hash if run.running else "",
        }  # fmt: skip
