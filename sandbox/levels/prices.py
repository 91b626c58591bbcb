"""The price of a machine: what its pieces cost together, each of which has a price by its kind."""

from __future__ import annotations

from sandbox.design.design import Design
from sandbox.parts import KINDS, LINKS


def price_of(design: Design) -> int:
    """Return the price of all parts and links that the player has placed, in coins."""
    parts = sum(price_of_kind(part.kind) for part in design.parts if not part.fixed)
    return parts + sum(price_of_kind(link.kind) for link in design.links if not link.fixed)


def price_of_kind(kind: str) -> int:
    """Return the price of a part or link of a kind, in coins."""
    return (KINDS.get(kind) or LINKS[kind]).price
