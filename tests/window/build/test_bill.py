"""What an open puzzle says of prices while its player builds: in the status line, and in the cards of the palette."""

from __future__ import annotations

from msgspec.structs import replace
from pyglet.window import key

from sandbox.parts import KINDS
from tests.window.driver import Driver, Open, data, drive
from tests.window.open_level import LEFT, open_level

__all__ = ["data", "drive"]  # fixtures

CRATE, DOMINO = KINDS["crate"].price, KINDS["domino"].price


def more(driver: Driver, name: str) -> str:
    """The lines of a part's card below its description."""
    palette = driver.app.features.palette
    return next(palette._more(offer) for _, offers in palette._families for offer in offers if offer.name == name)


def test_the_status_line_adds_up_what_the_player_has_placed(drive: Open) -> None:
    driver = drive(open_level())
    bill = driver.app.features.bill
    assert bill.words == "0 pieces of yours, 0 coins"
    driver.click("part.crate", LEFT)
    assert bill.words == f"1 piece of yours, {CRATE} coins"
    driver.click("part.domino", (3.0, 0.3))
    assert (
        bill.words == f"2 pieces of yours, {CRATE + DOMINO} coins" and bill.words in driver.app.panels.status._figures()
    )
    driver.key(key.SPACE)
    driver.seconds(0.1)
    assert bill.words == f"2 pieces of yours, {CRATE + DOMINO} coins", "also while it runs"
    driver.key(key.R)
    driver.key(key.Z, key.MOD_CTRL)
    assert bill.words == f"1 piece of yours, {CRATE} coins"


def test_each_item_of_the_stock_says_its_price(drive: Open) -> None:
    driver = drive(open_level())
    assert f"Price: {CRATE} coin" in more(driver, "crate")


def test_any_other_level_speaks_of_no_price(drive: Open) -> None:
    driver = drive(replace(open_level(), open=False, clues=None, aims=()))
    driver.click("part.crate", LEFT)
    assert driver.app.features.bill.words == "" and "Price" not in more(driver, "crate")
