"""The links that a script gives to the player, and what the script's parts, links and conditions become in a level."""

from __future__ import annotations

import msgspec

from sandbox import parts as catalogue
from sandbox.authoring.placing import LinkEnd, Part
from sandbox.design.conditions import Condition
from sandbox.design.design import Goal, Hint, HintEnd, Value
from sandbox.errors import Refused


class GivenLink:
    """A link of the solution: its kind, the ports that it joins, the pulleys that it runs over."""

    def __init__(
        self, kind: str, a: LinkEnd, b: LinkEnd, via: tuple[Part, ...], props: dict[str, Value], hint: str
    ) -> None:
        self.kind, self.a, self.b, self.via, self.props, self.hint = kind, a, b, via, props, hint


def goal_of(text: str, condition: Condition) -> Goal:
    """Return a goal of a level.

    Raises:
        Refused: it can't stand in a level file.
    """
    try:
        return msgspec.convert({"text": text, "when": msgspec.to_builtins(condition)}, Goal)
    except (TypeError, msgspec.ValidationError):  # TypeError: what can be no part of a level file
        example = "goal('Home', when.inside(ball, basket))"
        raise Refused(f"a goal needs a sentence and a condition, as in {example}") from None


def port_at(kind: str, end: Part | LinkEnd) -> LinkEnd:
    """Return the port that a link ends at: the only one of a part that takes this link, if it names none."""
    if isinstance(end, LinkEnd):
        return end
    types = catalogue.LINKS[kind].ends
    ports = [port.name for port in catalogue.blueprint(end.spec).ports if port.type in types]
    if len(ports) == 1:
        return end.port(ports[0])
    if not ports and "rope" in types:
        return end.point(0.0, 0.0)
    choice = f"it has {', '.join(ports)}" if ports else "it has none that takes one"
    raise Refused(f"say which port of the {end.title} the {kind} ends at ({choice})")


def hint_of(entry: Part | GivenLink, given: list[Part | GivenLink]) -> Hint:
    """Return the hint that a given part or link becomes."""
    if isinstance(entry, Part):
        assert entry.given is not None
        spec = entry.spec
        item = "" if entry.given.item == spec.kind else entry.given.item
        return Hint(entry.given.hint, spec.kind, spec.x, spec.y, spec.angle, spec.flip, spec.props, item)

    def end(part: Part, name: str = "", at: tuple[float, float] | None = None) -> HintEnd:
        if part.given is None:
            return HintEnd(part.number, 0, name, at)
        return HintEnd(0, part.number, name, at)

    a, b = (end(port.part, port.name, port.at) for port in (entry.a, entry.b))
    return Hint(entry.hint, entry.kind, props=entry.props, a=a, b=b, via=tuple(end(part) for part in entry.via))
