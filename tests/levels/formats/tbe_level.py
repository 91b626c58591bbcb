"""A small level of The Butterfly Effect, as text and as what it is converted to."""

from __future__ import annotations

from pathlib import Path

from sandbox.levels.formats import tbe


def text(predefined: str = "", toolbox: str = "", goals: str = "", hints: str = "", size: str = "4x3") -> str:
    width, height = size.split("x")
    return (
        "<!DOCTYPE mydocument>\n<tbe-level><levelinfo><title>Small</title><author>N. N.</author></levelinfo>"
        f"<toolbox>{toolbox}</toolbox><scene><scenesize width='{width}' height='{height}'/>"
        f"<predefined>{predefined}</predefined></scene><goals>{goals}</goals><hints>{hints}</hints></tbe-level>"
    )


def thing(type_: str, x: float = 1.0, y: float = 1.0, more: str = "", **properties: object) -> str:
    """An object element; `more` is further attributes."""
    inner = "".join(f"<property key='{key}'>{value}</property>" for key, value in properties.items())
    return f"<object type='{type_}' X='{x}' Y='{y}' {more}>{inner}</object>"


def item(type_: str, more: str = "", count: int = 1, name: str = "", **properties: object) -> str:
    """A group of the toolbox."""
    inner = "".join(f"<property key='{key}'>{value}</property>" for key, value in properties.items())
    named = f" name='{name}'" if name else ""
    return f"<toolboxitem count='{count}'{named}><object type='{type_}' {more}>{inner}</object></toolboxitem>"


def goal(type_: str, fails: bool = False, **properties: object) -> str:
    inner = "".join(f"<property key='{key}'>{value}</property>" for key, value in properties.items())
    return f"<goal type='{type_}' isFail='{'true' if fails else 'false'}'>{inner}</goal>"


def convert(folder: Path, *parts: str, **named: str) -> tbe.Imported:
    path = folder / "small.xml"
    path.write_text(text(*parts, **named), "utf-8")
    return tbe.read(path)
