"""The names of stock items: their own titles, or the titles of their kinds with the properties that set items of one
kind apart."""

from __future__ import annotations

from sandbox.design.design import Design, PartSpec, StockItem, Value
from sandbox.parts import KINDS, LINKS, blueprint
from sandbox.parts.properties import Property
from sandbox.parts.titles import title_of

_MOST = 2  # properties in a name


def name_of_item(design: Design, name: str) -> str:
    """Return the name of a stock item of a level: "Weight, 2.2 kg" where there is another weight, too."""
    item = design.stock_items[name]
    kind = KINDS.get(item.kind) or LINKS[item.kind]
    if item.title:
        return item.title
    alike = [other for other in design.stock_items.values() if other.kind == item.kind]
    apart = [prop for prop in kind.properties if len({str(_value(other, prop)) for other in alike}) > 1]
    return ", ".join([kind.title, *filter(None, (_words(prop, _value(item, prop)) for prop in apart[:_MOST]))])


def name_of_part(design: Design, spec: PartSpec) -> str:
    """Return the name of a placed part: its own, that of the stock item it came from, or else of its kind."""
    if spec.name:
        return title_of(spec)
    name = spec.item or spec.kind
    from_stock = not spec.fixed and name in design.stock_items
    return name_of_item(design, name) if from_stock else KINDS[spec.kind].title


def figures_of_item(design: Design, name: str) -> str:
    """Return what is to be known of a stock item, or of a kind, before it is placed, as a sentence: the values that
    its level has given it, and its mass: "Lift 4 N, 0.06 kg." Empty if there is nothing."""
    item = design.stock_items.get(name, StockItem(name))
    kind = KINDS.get(item.kind) or LINKS[item.kind]
    values = kind.values(item.props)
    words = [
        f"{prop.title.lower()} {words}"
        for prop in kind.properties
        if prop.name in item.props and prop.counts(values) and (words := prop.worded(_value(item, prop)))
        if prop.name != "mass"
    ]
    mass = blueprint(PartSpec(0, item.kind, 0.0, 0.0, props=item.props)).mass if item.kind in KINDS else 0.0
    words += [f"{mass:.3g} kg"] if mass else []
    return f"{words[0][:1].upper()}{', '.join(words)[1:]}." if words else ""


def _value(item: StockItem, prop: Property) -> Value:
    return item.props.get(prop.name, prop.default)


def _words(prop: Property, value: Value) -> str:
    """Return a value as part of a name."""
    words = prop.worded(value)
    if prop.type == "text" or not words:
        return ""  # too long
    return words if prop.type == "choice" or prop.unit else f"{prop.title.lower()} {words}"
