"""Actions: the rows of the table that menus, toolbar, keys and the sheet of keys are made from, and the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType

from sandbox.editing.keys import Chord, chord


def _always() -> bool:
    return True


def _unexplained() -> str:
    return ""


@dataclass(frozen=True)
class Action:
    """Something that the user can do. `checked` makes it a switch; `title` and `icon` may depend on the moment."""

    name: str
    title: str | Callable[[], str]
    run: Callable[[], object]
    tip: str
    keys: tuple[Chord, ...] = ()
    icon: str | Callable[[], str] = ""
    enabled: Callable[[], bool] = _always
    checked: Callable[[], bool] | None = None
    why: Callable[[], str] = _unexplained  # a sentence for the moments in which it is not enabled
    # Its key acts in the tester's view only: pressed by mistake, it would change how the machine is stepped or drawn,
    # and nobody would know.
    for_testers: bool = False

    @property
    def label(self) -> str:
        return self.title if isinstance(self.title, str) else self.title()

    @property
    def symbol(self) -> str:
        return self.icon if isinstance(self.icon, str) else self.icon()

    @property
    def why_not(self) -> str:
        """The reason why the action does nothing now; empty if it does something, or if the reason can be seen."""
        return "" if self.enabled() else self.why()

    @property
    def shortcut(self) -> str:
        """The first key, as text; empty if there is none."""
        return str(self.keys[0]) if self.keys else ""


class Actions:
    """The table, which may be filled later. Menus are lists of action names; None is a line between groups."""

    def __init__(
        self, actions: tuple[Action, ...] = (), menus: Mapping[str, tuple[str | None, ...]] = MappingProxyType({})
    ) -> None:
        self.on_run: Callable[[str], object] = lambda name: None  # called with the name of each action that was run
        self.fill(actions, menus)

    def fill(self, actions: tuple[Action, ...], menus: Mapping[str, tuple[str | None, ...]]) -> None:
        """Give the table its rows.

        Raises:
            ValueError: two would have the same key.
        """
        self.usual = actions  # the actions without the user's file of keys
        self.menus = menus
        self.rebind({})

    def rebind(self, keys: Mapping[str, tuple[Chord, ...]]) -> None:
        """Give actions, by name, these keys; all others get their own back.

        Raises:
            ValueError: two would have the same key.
        """
        self.by_name = {each.name: replace(_rebound(each, keys), run=partial(self._run, each)) for each in self.usual}
        self._by_chord: dict[Chord, Action] = {}
        for action in self.by_name.values():
            for key in action.keys:
                if key in self._by_chord:
                    raise ValueError(f"{key} is the key of both {self._by_chord[key].name} and {action.name}")
                self._by_chord[key] = action

    def __getitem__(self, name: str) -> Action:
        return self.by_name[name]

    def __iter__(self) -> Iterator[Action]:
        return iter(self.by_name.values())

    def for_key(self, pressed: Chord) -> Action | None:
        """Return the action that a key stands for, possible now or not."""
        return self._by_chord.get(pressed)

    def key_of(self, name: str) -> str:
        """Return the way to an action, for a sentence: its first key, or its name in the menu."""
        action = self.by_name[name]
        return action.shortcut or f"'{action.label}' in the menu"

    def _run(self, action: Action) -> None:
        """Run an action for a key, a button or a menu."""
        action.run()
        self.on_run(action.name)

    def run(self, name: str) -> None:
        """Run an action, if it is possible now."""
        action = self.by_name[name]
        if action.enabled():
            action.run()


def _rebound(action: Action, keys: Mapping[str, tuple[Chord, ...]]) -> Action:
    """Return an action with the keys that the user has chosen for it; they act whoever presses them."""
    chosen = keys.get(action.name)
    return action if chosen is None else replace(action, keys=chosen, for_testers=False)


def explained(actions: Iterable[Action], reasons: Mapping[str, str | Callable[[], str]]) -> tuple[Action, ...]:
    """Give actions, by name, the reasons why they do nothing at times: sentences, or what returns one."""

    def why(reason: str | Callable[[], str]) -> str:
        return reason if isinstance(reason, str) else reason()

    return tuple(
        replace(each, why=partial(why, reasons[each.name])) if each.name in reasons else each for each in actions
    )


def keys(*texts: str) -> tuple[Chord, ...]:
    return tuple(chord(text) for text in texts)
