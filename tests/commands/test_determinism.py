"""The promise itself: the same bits in every process, whatever the hash seed, the collector or the address layout.

`tests/engine/test_surroundings.py` has another mathematics.
"""

import ast
import itertools
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sandbox.commands import commands as c
from sandbox.design.design import Design
from sandbox.recording import fingerprint
from sandbox.recording.fingerprint import PACKAGE
from tests.support import OtherProcess, Tape, pile, random_session, replay

Job = tuple[Design, list[tuple[int, bytes]], int]
TICKS = 1000  # that a job must run for


def piled() -> Job:
    """Sixty bodies that collide, stack, rest and fall asleep, with a hand among them."""
    tape = Tape()
    design = pile(60)
    orders: list[tuple[int, c.AnyCommand]] = [
        (0, c.Start()),
        (300, c.Grab(9, 1.0, 0.5)),
        (330, c.Drag(1.5, 1.5)),
        (500, c.Release()),
    ]
    for tick, command in orders:
        tape.command(tick, c.pack(command))
    return design, tape.commands, 1200


def eventful() -> Job:
    """Parts that are struck, switched, pressed, roped, popped and removed, by random commands: of the first random
    session that runs for long enough, as each new kind of part makes others of them all.
    """
    for seed in itertools.count(24):
        design, session, tape, _ = random_session(seed, 300, max_gap=60)
        if len(tape.digests) >= 8 * TICKS:
            break
    return design, tape.commands, session.tick


@pytest.fixture(scope="module")
def jobs() -> dict[str, tuple[Job, str]]:
    """The jobs by their names, each with the digests of this process."""
    by_name = {}
    for work in (piled, eventful):
        job = work()
        tape, _ = replay(*job)
        assert len(tape.digests) >= 8 * TICKS
        by_name[work.__name__] = (job, tape.digests.hex())
    return by_name


def assert_same(jobs: dict[str, tuple[Job, str]], other: OtherProcess) -> None:
    differing = [name for name, (job, digests) in jobs.items() if other.replay(*job)[0] != digests]
    other.close()
    assert differing == []


@pytest.mark.parametrize(
    ("hash_seed", "mode"), [*((seed, "") for seed in range(6)), (6, "gc off"), (7, "gc every 7 ticks")]
)
def test_eight_hash_seeds_and_the_garbage_collector_have_no_say(
    jobs: dict[str, tuple[Job, str]], hash_seed: int, mode: str
) -> None:
    assert_same(jobs, OtherProcess(str(hash_seed), mode))


def test_nor_have_other_machines_in_the_process(jobs: dict[str, tuple[Job, str]]) -> None:
    other = OtherProcess()
    for name, (job, digests) in (*jobs.items(), *jobs.items()):
        other.replay(pile(5), [(0, c.pack(c.Start()))], 50)
        assert other.replay(*job)[0] == digests, name
    other.close()


ADDRESS_ORDERED = """
import sys
from tests.support import pile, replay
from sandbox.commands import commands as c
from sandbox.machine.machine import Machine

def react(self):  # acts in the order of addresses, as a set of bodies would
    for run in sorted(self.parts.values(), key=id):
        if run.plan.bodies[0].kind == "dynamic":
            run.bodies[0].velocity += (0.0, 0.01 * (len(list(self.parts)) and (id(run) >> 4) % 7))

Machine.react = react
Machine.fast_forward = lambda *_: 0  # there is something to do on every tick
print(replay(pile(30), [(0, c.pack(c.Start()))], 240)[0].digests.hex())
"""


def test_a_behaviour_that_looks_at_addresses_is_caught() -> None:
    """The negative control: with such a behaviour in the machine, processes disagree."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    found = set()
    for seed in range(4):
        command, surroundings = [sys.executable, "-c", ADDRESS_ORDERED], {**env, "PYTHONHASHSEED": str(seed)}
        found.add(subprocess.run(command, env=surroundings, capture_output=True, text=True, check=True).stdout)
        if len(found) > 1:
            return
    pytest.fail("all processes agree")


# What the C library of the machine computes, by processor: sines, powers, and what pymunk's vectors make of them. What
# is added up in an order of numpy's own. And Python's `sum`, which since 3.12 makes up for its rounding errors. So only
# what IEEE 754 defines exactly may be named of `math`, and only what moves numbers about or compares them of numpy.
EXACT = {"sqrt", "isfinite", "isnan", "inf", "nan", "pi", "copysign", "nextafter", "ulp", "floor", "ceil", "fabs"}
# `arrays` names it for all others.
EXACT_ARRAYS = {
    "NDArray", "float64", "int32", "int64", "uint8", "uint16", "intp", "uintp", "array", "frombuffer", "empty", "zeros",
    "full", "flatnonzero", "isfinite", "searchsorted", "array_equal", "maximum", "minimum", "lexsort", "errstate",
    "concatenate",
}  # fmt: skip
INEXACT_METHODS = {
    "length", "length_squared", "get_length_sqrd", "scale_to_length", "angle_degrees", "angle_between",
    "get_angle_between", "get_angle_degrees_between", "normalized", "normalized_and_length", "perpendicular_normal",
    "projection", "rotated", "rotated_degrees", "get_distance", "get_distance_squared", "get_dist_sqrd", "polar_tuple",
    "from_polar", "sum", "mean", "cumsum", "prod", "std", "var", "matmul", "__pow__", "__rpow__",
}  # fmt: skip
INEXACT_MODULES = {"cmath", "statistics", "decimal", "fractions", "random"}


def inexact(source: str) -> list[str]:
    """The expressions of a text whose last bit depends on the C library."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Pow):
            if not all(isinstance(child, ast.Constant | ast.Pow) for child in ast.iter_child_nodes(node)):
                found.append(ast.unparse(node))
        elif isinstance(node, ast.Attribute):
            of = node.value.id if isinstance(node.value, ast.Name) else ""
            scalar, array = (
                of == "math" and node.attr not in EXACT,
                of in ("np", "npt") and node.attr not in EXACT_ARRAYS,
            )
            if scalar or array or node.attr in INEXACT_METHODS or (of == "operator" and node.attr in ("pow", "ipow")):
                found.append(ast.unparse(node))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found += inexact_names(node)
        elif isinstance(node, ast.Call):
            name = ast.unparse(node.func)
            if name == "pow" or (name == "sum" and not counts(node.args[0])):
                found.append(ast.unparse(node))
    return found


def inexact_names(node: ast.Import | ast.ImportFrom) -> list[str]:
    """The names of an import that lead to such arithmetic, or hide it under another name."""
    if isinstance(node, ast.Import):
        usual = {"math": None, "numpy": "np", "numpy.typing": "npt", "operator": None}
        return [
            alias.name
            for alias in node.names
            if alias.name in INEXACT_MODULES or (alias.name in usual and alias.asname != usual[alias.name])
        ]
    allowed = {
        "math": EXACT,
        "numpy": EXACT_ARRAYS,
        "numpy.typing": EXACT_ARRAYS,
        "operator": {"or_", "itemgetter", "attrgetter", "length_hint"},
    }
    names = allowed.get(
        node.module or "", None if node.module in INEXACT_MODULES else {alias.name for alias in node.names}
    )
    return [alias.name for alias in node.names if names is None or alias.name not in names]


def counts(added: ast.expr) -> bool:
    """Whether these are whole numbers: of each thing 1, or its length."""
    of_each = ast.unparse(added.elt) if isinstance(added, ast.GeneratorExp) else ""
    return of_each == "1" or of_each.startswith("len(")


SIMULATION = [file for _, file in fingerprint.sources(PACKAGE)]


@pytest.mark.parametrize("path", SIMULATION, ids=lambda path: path.stem)
def test_no_arithmetic_of_the_c_library_in_the_simulation(path: Path) -> None:
    assert inexact(path.read_text("utf-8")) == []


@pytest.mark.parametrize(
    "source",
    [
        "x ** 2", "pow(x, 2)", "math.sin(x)", "math.hypot(x, y)", "body.velocity.length", "np.cos(a)", "np.sum(a)",
        "sum(masses)", "sum(a * x for a, x in pieces)", "x **= 2", "2 ** x", "x.__pow__(2)", "operator.pow(x, 2)",
        "math.atan2(y, x)", "math.exp(x)", "math.fmod(x, y)", "math.dist(a, b)", "np.hypot(x, y)", "np.sqrt(a)",
        "np.add.reduce(a)", "a.sum()", "a.mean()", "body.velocity.length_squared", "Vec2d.from_polar(1, 2)",
        "from math import sin", "from math import hypot as far", "import math as m", "import cmath",
        "from numpy import sin", "import numpy", "from operator import pow", "from statistics import fmean",
    ],
)  # fmt: skip
def test_such_arithmetic_is_caught(source: str) -> None:
    assert inexact(source)


@pytest.mark.parametrize(
    "source",
    [
        "sum(1 for goal in goals if goal.met) + sum(len(name) for name in names)", "2**31 - 1", "math.sqrt(x * x)",
        "from math import nan, sqrt", "import numpy as np\nnp.zeros(3)", "from operator import or_", "a % 6.28",
    ],
)  # fmt: skip
def test_exact_arithmetic_is_let_be(source: str) -> None:
    assert inexact(source) == []


OTHER_SUM = """
import builtins, math, sys
from pathlib import Path

plain = builtins.sum

def exact(numbers, start=0):
    numbers = list(numbers)
    return math.fsum([start, *numbers]) if any(isinstance(n, float) for n in numbers) else plain(numbers, start)

builtins.sum = exact  # as later Pythons come close to

from sandbox.design import geometry

if sys.argv.pop(1) == "everywhere":
    geometry.total = exact

from sandbox.verify.verify import verify

print(*(verify(Path(path)).verdict.name for path in sys.argv[1:]))
"""


@pytest.mark.parametrize(("where", "same"), [("python", True), ("everywhere", False)])
def test_nor_has_the_pythons_own_way_to_add(where: str, same: bool) -> None:
    """The negative control: if the simulation added in that way, it would end elsewhere."""
    recordings = [str(PACKAGE.parent / "replays" / f"{name}.replay") for name in ("topple", "roll")]
    ran = subprocess.run(
        [sys.executable, "-c", OTHER_SUM, where, *recordings],
        capture_output=True,
        text=True,
        check=True,
        cwd=PACKAGE.parent,
    )
    assert (ran.stdout.split() == ["PASS", "PASS"]) is same
