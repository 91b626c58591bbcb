"""What features register is to be found: each action in a menu, each setting on the sheet, no name twice."""

from __future__ import annotations

from sandbox.window.frame.menus import MENUS
from sandbox.window.settings.settings_sheet import BUILDING
from tests.window.panels.test_panels import Open, data, drive, shop

__all__ = ["data", "drive"]  # fixtures


def test_what_features_register_is_in_a_menu_or_on_the_sheet_of_settings(drive: Open) -> None:
    rows = drive(shop()).app.registered
    actions = [action.name for feature in rows for action in feature.actions]
    in_menus = [name for names in MENUS.values() for name in names if name is not None]
    assert sorted(actions) == sorted(in_menus), "each once"
    assert sorted(setting.name for feature in rows for setting in feature.settings) == sorted(BUILDING)
