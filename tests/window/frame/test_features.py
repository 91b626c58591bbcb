"""What features register is to be found: each action in a menu, each setting in its place on the sheet."""

from __future__ import annotations

from sandbox.editing.keys import chord
from sandbox.window.frame.features import MENUS
from sandbox.window.ui.action import Action, Actions
from tests.window.driver import Open, data, drive, shop

__all__ = ["data", "drive"]  # fixtures


def test_each_action_is_in_one_menu_and_settings_have_their_order(drive: Open) -> None:
    rows = drive(shop()).app.registered
    actions = [action.name for feature in rows for action in feature.actions]
    in_menus = [name for names in MENUS.values() for name in names if name is not None]
    assert sorted(actions) == sorted(in_menus), "each once"
    assert [setting.name for feature in rows for setting in feature.settings] == [
        "grid", "forecast", "green_zone", "snap", "so_close", "resident", "chapters", "chain",
    ]  # fmt: skip


def gaps(actions: Actions) -> list[str]:
    """What is missing of the table: keys, tooltips, places in menus; what menus name and is not there."""
    in_menus = [name for names in actions.menus.values() for name in names if name is not None]
    return [
        *(f"{action.name}: no key" for action in actions if not action.keys),
        *(f"{action.name}: no tooltip" for action in actions if not action.tip.strip()),
        *(f"{action.name}: {in_menus.count(action.name)} menus" for action in actions
          if in_menus.count(action.name) != 1),
        *(f"{name}: no action" for name in in_menus if name not in actions.by_name),
    ]  # fmt: skip


def test_every_action_has_a_key_a_tooltip_and_a_place_in_a_menu(drive: Open) -> None:
    assert gaps(drive(shop()).app.actions) == []


def test_an_action_without_key_tooltip_or_menu_would_be_noticed() -> None:
    rows = (
        Action("good", "Good", lambda: None, "Does good", (chord("F3"),)),
        Action("keyless", "Keyless", lambda: None, "Has no key"),
        Action("mute", "Mute", lambda: None, " ", (chord("F4"),)),
        Action("stray", "Stray", lambda: None, "Is in no menu", (chord("F5"),)),
    )
    menus = {"File": ("good", None, "keyless", "mute", "gone")}
    expected = ["keyless: no key", "mute: no tooltip", "stray: 0 menus", "gone: no action"]
    assert gaps(Actions(rows, menus)) == expected
