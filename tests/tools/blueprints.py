"""The blueprints of every kind at its defaults and at random settings, as one digest a kind, to compare two states by.

    python -m tests.tools.blueprints [--settings 50] [--of KIND] > blueprints.txt

A line has the name of a kind, a digest of its blueprints (bodies, shapes, looks, ports, joints; as placed and flipped,
with its hollow, its jet and its ranges) and a digest of what else its class says: texts, properties, states, sounds.
Two files that are equal show that a change of the catalogue moved and repainted nothing. With --of, the text itself of
one kind is printed instead of its digests, so that `diff` shows what differs.
"""

from __future__ import annotations

import argparse
import hashlib
import random  # noqa: TID251  (settings to compare; nothing random reaches a session)
from collections.abc import Iterator
from typing import Any

from sandbox.design.values import Value
from sandbox.errors import BadFile
from sandbox.parts import KINDS, LINKS
from sandbox.parts.kind import Described, Kind, LinkKind
from sandbox.parts.properties import Property

SEED = 34


def plans_of(kind: Kind, settings: int) -> Iterator[str]:
    """Return one text for each setting of a kind: its properties, and everything that is built from them."""
    chance = random.Random(f"{SEED} {kind.name}")
    for index in range(settings + 1):
        props = {p.name: random_value(p, chance) for p in kind.properties} if index else {}
        values = kind.values(props)
        yield f"{props!r}"
        try:
            plan = kind.blueprint(values)
            yield f"  {plan!r}"
            yield f"  {plan.settled()!r}"
            yield f"  {plan.mirrored().settled()!r}"
        except BadFile as refusal:
            yield f"  refused: {refusal}"
        facts = (kind.hollow(values), kind.jet(values, 1.0), kind.ranges(values), kind.states_of(values))
        yield f"  {facts!r} {kind.switched_over(values)} {kind.rating(values)!r}"


def facts_of(kind: Described, base: type[Described]) -> Iterator[str]:
    """Return what a class says about its kind where it differs from its base: texts, properties, states, sounds."""
    for name in sorted({*Described.__annotations__, *base.__annotations__}):
        value: Any = getattr(kind, name, None)
        if value != getattr(base, name, None):
            yield f"{name} = {dict(value)!r}" if hasattr(value, "items") else f"{name} = {value!r}"


def random_value(rule: Property, chance: random.Random) -> Value:
    """Return a value that the property allows."""
    value: Any = rule.default
    if rule.type == "switch":
        value = chance.random() < 0.5
    elif rule.type == "choice":
        value = chance.choice(rule.choices)
    elif rule.type == "whole":
        value = chance.randint(int(rule.low), int(rule.high))
    elif rule.type == "number":
        value = chance.uniform(rule.low, rule.high)
    elif rule.type == "text":
        value = "".join(chance.choice("AbcXyz 019") for _ in range(chance.randint(1, 12)))
    return rule.fit(value) if rule.refuse(value) is None else rule.default


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--settings", type=int, default=50, help="how many random settings of each kind")
    options.add_argument("--of", default="", help="print the text of this kind, not digests")
    given = options.parse_args()
    for kind in KINDS.values():
        texts = ["\n".join(plans_of(kind, given.settings)), "\n".join(facts_of(kind, Kind))]
        report(kind.name, texts, given.of)
    for link in LINKS.values():
        report(link.name, ["", "\n".join(facts_of(link, LinkKind))], given.of)


def report(name: str, texts: list[str], chosen: str) -> None:
    if name == chosen:
        print(*texts, sep="\n")
    elif not chosen:
        print(name, *(hashlib.sha256(text.encode()).hexdigest()[:16] for text in texts))


if __name__ == "__main__":
    main()
