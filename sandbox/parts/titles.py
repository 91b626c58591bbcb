"""What parts and links are called, by the name that their author gave them ("the keg") or by kind and id, and what is
said about them."""

from __future__ import annotations

from sandbox.design.design import Design, Link, PartSpec
from sandbox.parts.families import KINDS, LINKS


def title_of(thing: PartSpec | Link) -> str:
    """Return what a part or link is called where a sentence begins: "The keg" or "Bowling ball 3"."""
    if isinstance(thing, PartSpec):
        return f"{thing.name[:1].upper()}{thing.name[1:]}" if thing.name else f"{KINDS[thing.kind].title} {thing.id}"
    return f"{LINKS[thing.kind].title} {thing.id}"


def mention(thing: PartSpec | Link) -> str:
    """Return what a part or link is called within a sentence: "the keg" or "bowling ball 3"."""
    return thing.name if isinstance(thing, PartSpec) and thing.name else title_of(thing).lower()


def definite(spec: PartSpec) -> str:
    """Return what a part is called within a sentence that needs an article: "the keg" or "the bowling ball 3"."""
    return spec.name or f"the {mention(spec)}"


def numbered(spec: PartSpec) -> str:
    """Return what a part is called where its id is asked for: "part 3 (the keg)" or "part 3 (Bowling ball)"."""
    return f"part {spec.id} ({spec.name or KINDS[spec.kind].title})"


def title_in(design: Design, id_: int) -> str:
    """Return what the part or link with an id is called where a sentence begins; the id itself if there is none."""
    thing = design.part_by_id.get(id_) or design.link_by_id.get(id_)
    return title_of(thing) if thing is not None else f"{id_}"


def help_in(design: Design, spec: PartSpec) -> str:
    """Return what a part is for; in a design whose parts can't be changed, what it does with the values that it has."""
    kind = KINDS[spec.kind]
    return kind.help if design.free else kind.help_of(kind.values(spec.props))
