"""What features register is to be found: each action in a menu, each setting in its place on the sheet."""

from __future__ import annotations

from sandbox.window.frame.features import MENUS
from tests.window.panels.test_panels import Open, data, drive, shop

__all__ = ["data", "drive"]  # fixtures


def test_each_action_is_in_one_menu_and_settings_have_their_order(drive: Open) -> None:
    rows = drive(shop()).app.registered
    actions = [action.name for feature in rows for action in feature.actions]
    in_menus = [name for names in MENUS.values() for name in names if name is not None]
    assert sorted(actions) == sorted(in_menus), "each once"
    assert [setting.name for feature in rows for setting in feature.settings] == [
        "grid", "forecast", "green_zone", "snap", "so_close", "chapters",
    ]  # fmt: skip
