"""Values and ends that fit a kind, in canonical form."""

from __future__ import annotations

import msgspec

from sandbox.design.design import End, Link, Values
from sandbox.errors import BadFile
from sandbox.parts.kind import Kind, LinkKind
from sandbox.reading.nearest import meant


def fit_props(kind: Kind | LinkKind, props: Values, where: str) -> Values:
    """Bring properties into canonical form: known, in range, in the default's type, sorted, and without the defaults.

    Raises:
        BadFile: naming the place, the property and the rule.
    """
    fitted: Values = {}
    for name in sorted(props):
        prop = kind.property(name)
        if prop is None:
            names = ", ".join(p.name for p in kind.properties) or "none"
            near = meant(name, [p.name for p in kind.properties])
            raise BadFile(f"{where}: a {kind.title.lower()} has no property '{name:.40}' (it has: {names}){near}")
        why = prop.refuse(props[name])
        if why:
            raise BadFile(f"{where}: {name} {why}")
        value = prop.fit(props[name])
        if value != prop.default:
            fitted[name] = value
    return fitted


def fit_ends(link: Link) -> Link:
    """Return a link with its ends in canonical form: no -0.0, and no point if that is the part's own centre."""
    return msgspec.structs.replace(link, a=_fit_end(link.a), b=_fit_end(link.b))


def _fit_end(end: End) -> End:
    if end.at is None or end.port:
        return end
    x, y = end.at[0] + 0.0, end.at[1] + 0.0
    return msgspec.structs.replace(end, at=(x, y) if x or y else None)
