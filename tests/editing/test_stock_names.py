"""Stock items of one kind are told apart by their names."""

from __future__ import annotations

import pytest

from sandbox.design.design import Design, PartSpec, StockItem
from sandbox.editing.stock_names import figures_of_item, name_of_item, name_of_part
from tests.contraptions import Builder


def level(stock: dict[str, int | StockItem]) -> Design:
    return Design(world=Builder().design().world, stock=stock)


@pytest.mark.parametrize(
    ("stock", "names"),
    [
        ({"weight": 2}, ["Weight"]),
        ({"heavy": StockItem("weight", props={"mass": 2.2})}, ["Weight"]),
        (
            {"heavy": StockItem("weight", props={"mass": 2.2}), "light": StockItem("weight", props={"mass": 1.0})},
            ["Weight, 2.2 kg", "Weight, 1 kg"],
        ),
        (
            {"heavy": StockItem("weight", title="Big one", props={"mass": 2.2}), "weight": 1},
            ["Big one", "Weight, 10 kg"],
        ),
        ({"gear": 1, "small": StockItem("gear", props={"size": "small"})}, ["Gear, medium", "Gear, small"]),
        ({"bell": 1, "turned": StockItem("bell", angle=1.0)}, ["Bell", "Bell"]),
    ],
)
def test_an_item_without_a_title_is_named_by_what_sets_it_apart(
    stock: dict[str, int | StockItem], names: list[str]
) -> None:
    design = level(stock)
    assert [name_of_item(design, name) for name in design.stock_items] == names


def test_a_placed_part_has_the_name_of_its_item() -> None:
    design = level({"gear": 1, "small": StockItem("gear", props={"size": "small"})})
    small = PartSpec(1, "gear", 1.0, 1.0, props={"size": "small"}, item="small")
    assert name_of_part(design, small) == "Gear, small"
    assert name_of_part(design, PartSpec(2, "gear", 1.0, 1.0)) == "Gear, medium"
    assert name_of_part(design, PartSpec(3, "gear", 1.0, 1.0, fixed=True)) == "Gear", "it belongs to the level"
    assert name_of_part(Design(), PartSpec(1, "gear", 1.0, 1.0)) == "Gear", "where building is free"


@pytest.mark.parametrize(
    ("item", "figures"),
    [
        (StockItem("bucket", props={"width": 0.4}), "Width 0.4 m, 1.66 kg."),
        (StockItem("balloon", props={"lift": 4.0, "colour": "blue"}), "Lift 4 N, colour blue, 0.06 kg."),
        (StockItem("weight", props={"mass": 2.2}), "2.2 kg."),
        (StockItem("burner", props={"running": True}), "Running at start on."),
        (StockItem("polygon", props={"body": "loose", "mass": 0.7, "friction": 0.3}), "Body loose, 0.7 kg."),
        (StockItem("rope", props={"slack": 0.1}), "Slack 0.1 m."),
        (StockItem("wall"), ""),
    ],
)
def test_the_figures_of_an_item_are_known_before_it_is_placed(item: StockItem, figures: str) -> None:
    assert figures_of_item(Design(stock={"it": item}), "it") == figures


def test_in_the_workshop_a_kind_says_what_one_of_it_weighs() -> None:
    assert figures_of_item(Design(), "bowling_ball") == "6 kg."
    assert figures_of_item(Design(), "rope") == ""
