"""The text that end hashes are taken over is a part of the file format: no change of the code's names changes it."""

from __future__ import annotations

import io
import random  # noqa: TID251  (generates input; nothing random reaches a session)
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import msgspec
import pytest
import xxhash

from sandbox.commands.commands import Author, SetTexts, TryOut
from sandbox.commands.session import Session
from sandbox.design import design as document
from sandbox.levels import levels, library

SQUARE = ((0.0, -0.0), (0.5, 0), (0.5, 1e-07), (1e22, 0.1))


def everything(d: Any = document) -> Any:
    """A design with every type of value and condition, made of the classes of a module."""
    world = d.World(gravity_y=-3, sleep=False, friction_mixing="root", bounce_from=-0.0, iterations=16, slop=0.001)
    crates = (
        d.PartSpec(
            1, "crate", 0.1, -0.0, 1e-07, True, {"width": 0.3, "glued": False, "count": 3}, True, "own", -2, True
        ),
        d.PartSpec(
            2, "note", 1.0, 2, props={"text": 'it\'s "ü"\n\\ \ud800 \u200b 🙂', "outline": (SQUARE, SQUARE[:1])}
        ),
        d.PartSpec(3, "ball", float("inf"), float("nan"), props={"outline": ()}, layer=0),
    )
    links = (
        d.Link(4, "rope", d.End(1, "top"), d.End(2, at=(0.25, -0.5)), {"slack": 0.1}, True, (3,)),
        d.Link(5, "rope", d.End(1), d.End(3, "", (0.0, 0.0)), via=(1, 2)),
        d.Link(6, "wire", d.End(1, "a"), d.End(2, "b")),
    )
    simple = (
        d.Inside(1, 0.0, 0, 1.5, 2.0), d.Touches(1, 2), d.Beyond(1, "x", "more", 0.5),
        d.Beyond(2, "y", "less", 1, True), d.Distance(1, 2, "less", 0.1), d.Moved(1, 0.2),
        d.Moved(2, 0.2, "y"), d.Gone(3), d.State(1, "on"), d.State(1, "popped", False),
        d.Turned(1, 0.5), d.Faster(2, 3.0), d.Count("ball", 0.0, 0.0, 1.0, 1.0, 2),
        d.Tally("balloon", "popped", False, 3), d.Unused("crate"), d.Contained(1, 2), d.CountContained("ball", 2, 3),
        d.LinkState(4, "burning"),
    )  # fmt: skip
    goals = (d.Goal("All of it", d.All(simple)), d.Goal("", d.AnyOf((d.Not(d.Held(0.5, d.Latched(simple[1]))),))))
    hints = (
        d.Hint("Here", "crate", 0.5, 1.0, 0.25, True, {"width": 0.2}, "own"),
        d.Hint("Tie", "rope", a=d.HintEnd(1, port="top"), b=d.HintEnd(hint=1), via=(d.HintEnd(2, at=(0.1, 0.2)),)),
    )
    stock = {"crate": 2, "own": d.StockItem("crate", 3, "Own", {"width": 0.2}, 0.1, ("width",), False)}
    return d.Design("Title", "Text", world, crates, links, goals, goals[1:], stock, ("press",), hints, 7, author=True,
                    par=d.Par(2, 1.5, d.Goal("Without", d.Unused("crate"))), forecast=True, rules=2,
                    no_build=(d.NoBuildArea(0.0, 1, 1.5, 2.0),), open=True, clues=d.Clues("All", piece=1),
                    aims=(d.PuzzleAim("Without", ("crate",), seconds=9),))  # fmt: skip


EVERYTHING = (
    "Design(title='Title', text='Text', world=World(gravity_x=0.0, gravity_y=-3.0, air=0.0, width=4.0, height=2.5, "
    "tick_rate=240, sleep=False, friction_mixing='root', slop=0.001), parts=(PartSpec(id=1, kind='crate', x=0.1, "
    "y=-0.0, angle=1e-07, flip=True, props={'width': 0.3, 'glued': False, 'count': 3}, fixed=True, item='own', "
    "layer=-2, locked=True), PartSpec(id=2, kind='note', x=1.0, y=2.0, angle=0.0, flip=False, "
    "props={'text': 'it\\'s \"ü\"\\n\\\\ \\ud800 \\u200b 🙂', 'outline': "
    "(((0.0, -0.0), (0.5, 0), (0.5, 1e-07), (1e+22, 0.1)), ((0.0, -0.0),))}, "
    "fixed=False), PartSpec(id=3, kind='ball', x=inf, y=nan, angle=0.0, flip=False, props={'outline': ()}, "
    "fixed=False)), links=(Link(id=4, kind='rope', a=End(part=1, port='top'), b=End(part=2, port='', "
    "at=(0.25, -0.5)), props={'slack': 0.1}, fixed=True, via=(3,)), Link(id=5, kind='rope', a=End(part=1, "
    "port=''), b=End(part=3, port='', at=(0.0, 0.0)), props={}, fixed=False, via=(1, 2)), Link(id=6, kind='wire', "
    "a=End(part=1, port='a'), b=End(part=2, port='b'), props={}, fixed=False)), goals=(Goal(text='All of it', "
    "when=All(of=(Inside(part=1, x0=0.0, y0=0.0, x1=1.5, y1=2.0), Touches(part=1, other=2), Beyond(part=1, axis='x', "
    "side='more', value=0.5), Beyond(part=2, axis='y', side='less', value=1.0, origin=True), Distance(part=1, "
    "other=2, side='less', value=0.1), Moved(part=1, by=0.2, axis='any'), Moved(part=2, by=0.2, axis='y'), "
    "Gone(part=3), State(part=1, state='on', on=True), State(part=1, state='popped', on=False), Turned(part=1, "
    "angle=0.5), Faster(part=2, speed=3.0), Count(kind='ball', x0=0.0, y0=0.0, x1=1.0, y1=1.0, at_least=2), "
    "Tally(kind='balloon', state='popped', on=False, at_least=3), Unused(kind='crate'), Contained(part=1, "
    "container=2), CountContained(kind='ball', container=2, at_least=3), LinkState(link=4, state='burning', "
    "on=True)))), Goal(text='', "
    "when=AnyOf(of=(Not(of=Held(seconds=0.5, of=Latched(of=Touches(part=1, other=2)))),)))), fails=(Goal(text='', "
    "when=AnyOf(of=(Not(of=Held(seconds=0.5, of=Latched(of=Touches(part=1, other=2)))),))),), "
    "stock={'crate': 2, 'own': StockItem(kind='crate', count=3, title='Own', props={'width': 0.2}, angle=0.1, "
    "resizes=('width',), turns=False)}, allow=('press',), hints=(Hint(text='Here', kind='crate', x=0.5, y=1.0, "
    "angle=0.25, flip=True, props={'width': 0.2}, item='own'), Hint(text='Tie', kind='rope', x=0.0, y=0.0, "
    "angle=0.0, flip=False, props={}, a=HintEnd(part=1, hint=0, port='top', at=None), b=HintEnd(part=0, hint=1, "
    "port='', at=None), via=(HintEnd(part=2, hint=0, port='', at=(0.1, 0.2)),))), next_id=7, author=True, "
    "par=Par(parts=2, seconds=1.5, challenge=Goal(text='Without', when=Unused(kind='crate'))), forecast=True, "
    "rules=2, no_build=(NoBuildArea(x0=0.0, y0=1.0, x1=1.5, y1=2.0),), open=True, clues=Clues(goal='All', piece=1), "
    "aims=(Aim(text='Without', without=('crate',), seconds=9.0),))"
)
PLAINEST = (
    "Design(title='Untitled', text='', world=World(gravity_x=0.0, gravity_y=-9.81, air=0.0, width=4.0, height=2.5, "
    "tick_rate=240, sleep=True), parts=(), links=(), goals=(), fails=(), stock=None, allow=('press', 'grab'), "
    "hints=(), next_id=1, rules=3)"
)


class Some:
    """Makes values at random. Nothing is checked, so that every number and text may stand anywhere."""

    def __init__(self, seed: int, d: Any) -> None:
        self.d = d
        self.chance = random.Random(seed)
        self.pick = self.chance.choice

    def flag(self) -> bool:
        return self.chance.random() < 0.5

    def number(self) -> float:
        small = self.chance.uniform(-1, 1) * 10.0 ** self.chance.randint(-12, 6)
        return self.pick((0.0, 1e22, -0.0, 1.0, -9.81, self.chance.uniform(-9, 9), small))

    def numbers(self, count: int) -> list[float]:
        return [self.number() for _ in range(count)]

    def ids(self, most: int) -> tuple[int, ...]:
        return tuple(self.chance.randint(1, 9) for _ in range(self.chance.randint(0, most)))

    def text(self) -> str:
        return "".join(self.pick("ab'\"\\\n\t\u00e9\u20ac\u2028\udfff") for _ in self.ids(4))

    def at(self) -> tuple[float, float] | None:
        return self.pick((None, (self.number(), self.number())))

    def props(self) -> dict[str, Any]:
        outlines = tuple(tuple((self.number(), self.number()) for _ in self.ids(3)) for _ in self.ids(2))
        values = (True, False, 7, self.number(), self.text(), outlines)
        return {self.text(): self.pick(values) for _ in self.ids(2)}

    def condition(self, depth: int = 0) -> Any:
        d, number = self.d, self.number
        part, other, side, on = self.pick((1, 2)), self.pick((3, 4)), self.pick(("more", "less")), self.flag()
        simple = (
            d.Inside(part, *self.numbers(4)), d.Touches(part, other), d.Beyond(part, "x", side, number(), on),
            d.Gone(part), d.Distance(part, other, side, number()), d.Moved(part, number(), self.pick(("x", "any"))),
            d.State(part, self.text(), on), d.Turned(part, number()), d.Faster(part, number()),
            d.Count("crate", *self.numbers(4), other), d.Tally("crate", "on", on, other),
        )  # fmt: skip
        if depth == 3 or self.flag():
            return self.pick(simple)
        inner = tuple(self.condition(depth + 1) for _ in range(self.pick((1, 2))))
        return self.pick(
            (d.All(inner), d.AnyOf(inner), d.Not(inner[0]), d.Held(number(), inner[0]), d.Latched(inner[0]))
        )

    def part(self, id_: int) -> Any:
        item, layer = self.pick(("", "own")), self.pick((0, 4))
        return self.d.PartSpec(
            id_, "crate", *self.numbers(3), self.flag(), self.props(), self.flag(), item, layer, self.flag()
        )

    def link(self, id_: int) -> Any:
        a, b = self.d.End(1, self.text(), self.at()), self.d.End(2, "", self.at())
        return self.d.Link(id_, "rope", a, b, self.props(), self.flag(), self.ids(2))

    def end(self) -> Any:
        return self.d.HintEnd(self.pick((0, 1)), self.pick((0, 1)), self.text(), self.at())

    def hint(self) -> Any:
        a, b, via = self.pick((None, self.end())), self.pick((None, self.end())), tuple(self.end() for _ in self.ids(2))
        numbers, item = self.numbers(3), self.pick(("", "own"))
        return self.d.Hint(self.text(), "rope", *numbers, self.flag(), self.props(), item, a, b, via)

    def stock(self) -> Any:
        resizes = self.pick(((), ("width",)))
        item = self.d.StockItem("crate", 2, self.text(), self.props(), self.number(), resizes, self.flag())
        return self.pick((None, {}, {"a": 1, self.text(): item}))

    def world(self) -> Any:
        mixing, last = self.pick(("product", "root")), (0.0005, 0.1, *self.numbers(2), 16)
        return self.d.World(*self.numbers(5), 120, self.flag(), mixing, "product", self.number(), *last)

    def design(self) -> Any:
        parts, links = tuple(map(self.part, self.ids(3))), tuple(map(self.link, self.ids(2)))
        goals = tuple(self.d.Goal(self.text(), self.condition()) for _ in self.ids(2))
        hints, allow = tuple(self.hint() for _ in self.ids(2)), self.pick(((), ("press", "grab")))
        rules = (goals, goals[:1], self.stock(), allow, hints)
        return self.d.Design(
            self.text(), self.text(), self.world(), parts, links, *rules, self.pick((1, 7)), self.flag()
        )


def some_design(seed: int, d: Any = document) -> Any:
    """A design of any values, made of the classes of a module."""
    return Some(seed, d).design()


# -- what it must be


def test_the_form_of_every_type_of_value() -> None:
    assert document.canonical_text(everything()) == EVERYTHING
    assert document.canonical_text(document.Design()) == PLAINEST


def test_what_the_format_got_later_shows_only_where_it_differs() -> None:
    world = document.World(1.0, 2.0, 0.1, 3.0, 4.0, 60, False, "root", "greater", 0.5, 0.001, 0.2, 0.3, 0.4, 8)
    assert document.canonical_text(world) == (
        "World(gravity_x=1.0, gravity_y=2.0, air=0.1, width=3.0, height=4.0, tick_rate=60, sleep=False, "
        "friction_mixing='root', restitution_mixing='greater', bounce_from=0.5, slop=0.001, recovery=0.2, "
        "rest_speed=0.3, rest_turn=0.4, iterations=8)"
    )


def test_generated_designs_have_the_form_that_repr_gave_them() -> None:
    """The digest is that of `repr`, taken when the form still was that and no design told its rules."""
    state = xxhash.xxh64()
    for seed in range(400):
        text = document.canonical_text(some_design(seed))
        assert text.endswith(", rules=3)")
        state.update(text.removesuffix(", rules=3)").encode() + b")\n")
    assert state.hexdigest() == "487c10cccaa4e25e"


def test_end_hashes_are_taken_over_it() -> None:
    session = Session(levels.read(library.bundled_levels()[0]))
    assert session.end_hash() == xxhash.xxh64(document.canonical_text(session.design).encode()).digest()
    for command in (Author(), SetTexts("Another"), TryOut()):
        session.do(command)
    both = document.canonical_text(session.design) + document.canonical_text(session.document)
    assert session.design != session.document and session.end_hash() == xxhash.xxh64(both.encode()).digest()


# -- what must not change it


def structs(root: type[Any]) -> set[type[Any]]:
    """All classes of values that a class may hold, itself too."""
    left, seen = [msgspec.inspect.type_info(root)], list[msgspec.inspect.Type]()
    classes = set()
    while left:
        kind = left.pop()
        if any(kind is other for other in seen):
            continue
        seen.append(kind)
        if isinstance(kind, msgspec.inspect.StructType):
            classes.add(kind.cls)
            left += [field.type for field in kind.fields]
        for name in ("type", "types", "item_type", "item_types", "key_type", "value_type"):
            inner = getattr(kind, name, ())
            left += inner if isinstance(inner, tuple) else (inner,)
    return classes


def test_every_class_that_a_design_holds_names_itself_and_is_in_the_text_above() -> None:
    classes = structs(document.Design)
    assert {document.PartSpec, document.Latched, document.Goal, document.StockItem, document.HintEnd} < classes
    assert [cls for cls in classes if "canonical_name" not in vars(cls)] == []
    assert len({cls.canonical_name for cls in classes}) == len(classes)
    assert [cls.canonical_name for cls in classes if not re.search(rf"\b{cls.canonical_name}\(", EVERYTHING)] == []


def test_the_names_of_conditions_in_files_are_these_whatever_the_classes_are_called() -> None:
    conditions = [cls for cls in structs(document.Design) if issubclass(cls, document.Condition)]
    assert {cls.canonical_name: cls.__struct_config__.tag for cls in conditions} == {
        "Inside": "inside", "Touches": "touches", "Beyond": "beyond", "Distance": "distance", "Moved": "moved",
        "Gone": "gone", "Unused": "unused", "Contained": "contained", "CountContained": "count_contained",
        "State": "state", "LinkState": "link_state", "Turned": "turned", "Faster": "faster", "Count": "count",
        "Tally": "tally", "All": "all", "AnyOf": "any", "Not": "not", "Held": "held", "Latched": "latched",
    }  # fmt: skip
    assert {cls.__struct_config__.tag_field for cls in conditions} == {"is"}


MODULES = (
    "values", "conditions.condition", "conditions.nearness", "conditions.changes", "conditions.containers",
    "conditions.places",
    "conditions.around", "conditions", "objectives", "no_build", "open_puzzle", "world", "design",
)  # fmt: skip
FIELDS = (("flip", "False"), ("locked", "False"), ("on", "True"))


def with_other_names(module: str) -> str:
    """The source of a module with other names: of the modules that it imports, of all classes and of some fields."""
    source = Path(str(sys.modules[f"sandbox.design.{module}"].__file__)).read_text("utf-8")
    source = re.sub(
        r"^from sandbox\.design\.(values|conditions|objectives|no_build|open_puzzle|world)",
        r"from elsewhere.\1",
        source,
        flags=re.MULTILINE,
    )
    for field, default in FIELDS:
        declared = re.compile(rf"^    {field}: (.+?) = {re.escape(default)}", re.MULTILINE)
        source = declared.sub(
            rf'    {field}_: \1 = __import__("msgspec").field(default={default}, name="{field}")', source
        )
    classes = {cls.__name__ for cls in structs(document.Design)}
    tokens = [(token.type, token.string) for token in tokenize.generate_tokens(io.StringIO(source).readline)]
    return tokenize.untokenize((kind, f"{name}Value" if name in classes else name) for kind, name in tokens)


@pytest.fixture(scope="module")
def renamed() -> Iterator[Any]:
    """The module `design`, and those that its classes are in, with other names."""
    names = {module: f"elsewhere.{module}" for module in MODULES}
    for name in ("elsewhere", *names.values()):
        sys.modules[name] = ModuleType(name)  # where msgspec looks up the types of fields
        sys.modules[name].__path__ = []
    for module, name in names.items():
        exec(compile(with_other_names(module), name, "exec"), vars(sys.modules[name]))
        if "." in module:  # as an import does
            setattr(sys.modules["elsewhere.conditions"], module.split(".")[1], sys.modules[name])
    exported = vars(sys.modules["elsewhere.design"]).items()
    yield SimpleNamespace(**{name.removesuffix("Value"): value for name, value in exported})
    for name in ("elsewhere", *names.values()):
        del sys.modules[name]


def test_other_names_in_the_code_give_the_same_form(renamed: Any) -> None:
    there = everything(renamed)
    assert (type(there).__name__, type(there.parts[0]).__module__) == ("DesignValue", "elsewhere.values")
    assert there.parts[0].flip_ is True and not hasattr(there.parts[0], "flip")
    assert there.goals[0].when.of[9].on_ is False and there.parts[0].locked_ is True
    assert renamed.canonical_text(there) == EVERYTHING
    assert repr(there) != repr(everything()), "which is what names do to a form that is made of them"
    for seed in range(50):
        assert renamed.canonical_text(some_design(seed, renamed)) == document.canonical_text(some_design(seed))


@pytest.mark.parametrize("path", library.bundled_levels(), ids=lambda path: path.stem)
def test_other_names_give_the_same_form_of_every_level(path: Path, renamed: Any) -> None:
    level = levels.read(path)
    there = msgspec.convert(msgspec.to_builtins(level), renamed.Design)
    assert renamed.canonical_text(there) == document.canonical_text(level)
