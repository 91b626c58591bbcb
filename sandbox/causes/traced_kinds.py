"""Kinds whose behaviour reports each call: who was called, while whose behaviour ran."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Protocol, TypeVar

from sandbox.parts.kind import Kind, LinkKind
from sandbox.parts.world import Running, RunningLink

# The calls by which something happens to a part, each with a word for how; `act` and `due` are the part's own.
HOOKS = {
    "act": "", "due": "", "struck": "knock", "press": "signal", "grabbed": "hand", "signal": "signal",
    "signal_at": "signal", "powered": "power", "taken": "power", "blow": "power", "lit_by": "light", "heated": "heat",
    "caught": "fire", "quenched": "water", "on_wind": "wind", "heard": "sound", "eaten": "animal",
    "on_neighbour_removed": "",
}  # fmt: skip
LINK_HOOKS = ("cut", "due", "caught", "kindle")

_K = TypeVar("_K", Kind, LinkKind)


class CallWatch(Protocol):
    """The reader of calls: it lets each of them happen, and notes who caused it."""

    def part_called(self, hook: str, run: Running, arguments: tuple[Any, ...], call: Callable[[], Any]) -> Any:
        """Carry out a call to the kind of a part, and return its result."""

    def link_called(self, hook: str, run: RunningLink, arguments: tuple[Any, ...], call: Callable[[], Any]) -> Any:
        """Carry out a call to the kind of a link, and return its result."""


def traced(kind: _K, watch: CallWatch) -> _K:
    """Return a kind that behaves as another one does, and reports to `watch`.

    A method that the kind does not override stays so: the machine asks for that, and leaves out the call.
    """
    cls: Any = type(kind)
    traced_kind = copy.copy(kind)
    traced_kind.__class__ = _traced_class(cls)
    vars(traced_kind)["watch"] = watch
    return traced_kind


@lru_cache(maxsize=1024)
def _traced_class(cls: type[Any]) -> type[Any]:
    is_link = issubclass(cls, LinkKind)
    base: type[Any] = LinkKind if is_link else Kind
    report = "link_called" if is_link else "part_called"
    methods = {}
    for hook in LINK_HOOKS if is_link else HOOKS:
        method = getattr(cls, hook, None)
        if method is not None and method is not getattr(base, hook, None):
            methods[hook] = _reporting(hook, method, report)
    # A part whose kind has neither `signal` nor `signal_at` is pressed by a wire, through the methods of `Kind`.
    if not is_link:
        for hook in ("signal", "signal_at"):
            methods.setdefault(hook, _reporting(hook, getattr(cls, hook), report))
    return type(cls.__name__, (cls,), methods)


def _reporting(hook: str, method: Callable[..., Any], report: str) -> Callable[..., Any]:
    def reporting(self: Any, run: Any, *arguments: Any) -> Any:
        return getattr(self.watch, report)(hook, run, arguments, lambda: method(self, run, *arguments))

    return reporting
