"""A feature of the window: one row that says where the feature takes part in what the window does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeVar

from sandbox.render.past_scene import PastScene
from sandbox.window.shell.setting import Setting
from sandbox.window.ui.action import Action
from sandbox.window.ui.widgets import Rect

_Function = TypeVar("_Function", bound=Callable[..., object])


def _nothing() -> None:
    pass


def _no_scene() -> PastScene | None:
    return None


def _no_card(_x: float, _y: float) -> None:
    pass


def _no_key(_name: str) -> bool:
    return False


def _no_scale(_scale: float) -> None:
    pass


def _always() -> bool:
    return True


# Where a panel is: instead of the editor, at the left, at the right, below the scene, or over it.
Place = Literal["chooser", "left", "right", "below", "scene"]


class Panel(NamedTuple):
    """A panel of a feature, or a part of one: the right panel is made of several, and over the scene there are many.

    In one place, panels are drawn by their `order`. At the right a greater number stands further down; over the scene
    it lies above what has a smaller one.
    """

    place: Place
    draw: Callable[[Rect], object]  # takes the rectangle of the place (px, y down)
    order: int = 0
    is_shown: Callable[[], bool] = _always  # the scene has the room below it where nothing is shown there


@dataclass(frozen=True)
class Feature:
    """All that one feature gives to the window. What a feature leaves out, it has no use for."""

    actions: tuple[Action, ...] = ()  # rows of the table; the menus name them in their own order
    settings: tuple[Setting, ...] = ()  # rows of the sheet of settings, in the order of the features
    panels: tuple[Panel, ...] = ()
    work: Callable[[], object] = _nothing  # called first in each frame: computes a little of what takes longer
    document_changed: Callable[[], object] = _nothing  # called once, before a frame, for each document that is opened
    before_frame: Callable[[], object] = _nothing  # called before each frame
    restyle: Callable[[], bool] = bool  # applies, before a frame, a look chosen since the last; True if there was one
    after_scene: Callable[[], object] = _nothing  # called when the scene has been drawn, where it is shown
    before_panels: Callable[[], object] = _nothing  # called before the panels are laid out
    before_scene: Callable[[], object] = _nothing  # called before the scene is drawn: gives the view things to draw
    card: Callable[[float, float], object] = _no_card  # draws over the scene: below the point x, y (px, y down)
    scene: Callable[[], PastScene | None] = _no_scene  # a scene beside the machine or instead of it, if any
    forget: Callable[[], object] = _nothing  # called when another document has taken the place of this one
    level_text: Callable[[], object] = _nothing  # draws in the panel at the right, below what a level tells its player
    status: Callable[[], str] = str  # words among the figures of the status line; empty for none
    foot: Callable[[], float] = float  # px at the lower edge of the scene that it covers: messages stand above them
    outcome: Callable[[], str] = str  # words for the card of a win, about the run; empty for none
    advice: Callable[[], str] = str  # what can be done now, for the status line; empty for none
    clickable: Callable[[], bool] = bool  # True if a click on what is under the pointer does something in a machine
    key: Callable[[str], bool] = _no_key  # takes a key, by its name, that is no text; True if it meant something
    escape: Callable[[], bool] = bool  # goes back a step for the key Esc; False if there is none
    rescaled: Callable[[float], object] = _no_scale  # called when the screen has another number of pixels for one
    came_back: Callable[[], object] = _nothing  # called when the window has the keyboard again
    # What opens a file that was dropped, or chosen by Open, by its suffix in small letters.
    opens: Mapping[str, Callable[[Path], object]] = field(default_factory=dict)
    close: Callable[[], object] = _nothing  # called when the window closes
    state: Callable[[], dict[str, Any]] = dict  # plain values for those who drive a window from outside


class FrameHooks:
    """The functions of all features that every frame calls, in the features' order: without those left out.

    Most features leave out most of them, and calling a few hundred functions that do nothing would take a tenth of the
    time of the interface.
    """

    def __init__(self, features: tuple[Feature, ...] = ()) -> None:
        self.work = _given((feature.work for feature in features), Feature.work)
        self.before_frame = _given((feature.before_frame for feature in features), Feature.before_frame)
        self.restyle = _given((feature.restyle for feature in features), Feature.restyle)
        self.before_scene = _given((feature.before_scene for feature in features), Feature.before_scene)
        self.scene = _given((feature.scene for feature in features), Feature.scene)
        self.after_scene = _given((feature.after_scene for feature in features), Feature.after_scene)
        self.before_panels = _given((feature.before_panels for feature in features), Feature.before_panels)
        self.card = _given((feature.card for feature in features), Feature.card)
        self.status = _given((feature.status for feature in features), Feature.status)
        self.foot = _given((feature.foot for feature in features), Feature.foot)
        self.outcome = _given((feature.outcome for feature in features), Feature.outcome)
        self.advice = _given((feature.advice for feature in features), Feature.advice)
        self.clickable = _given((feature.clickable for feature in features), Feature.clickable)


def _given(functions: Iterable[_Function], left_out: object) -> tuple[_Function, ...]:
    return tuple(function for function in functions if function is not left_out)
