"""Scripts of ours on packages of other versions."""

from pathlib import Path

import pytest

from sandbox.tasks.version_process import VersionProcess

SCRIPT = """
import json, os, sys
import thing
for line in sys.stdin:
    order = json.loads(line)
    if order["do"] == "die":
        os._exit(3)
    if order["do"] == "half":
        os.write(1, b'{"size": 9}\\nfour')
        os._exit(0)
    os.write(1, json.dumps({"size": 3, "by": thing.NAME, "of": sys.argv[1]}).encode() + b"\\nabc")
"""


@pytest.fixture
def process(tmp_path: Path) -> VersionProcess:
    (tmp_path / "thing.py").write_text("NAME = 'another version'\n")
    script = tmp_path / "elsewhere" / "script.py"
    script.parent.mkdir()
    script.write_text(SCRIPT)
    return VersionProcess(script, "argument", root=tmp_path)


def test_orders_are_answered_by_the_package_in_the_folder(process: VersionProcess) -> None:
    for _ in range(2):
        process.give({"do": "answer"})
    for _ in range(2):
        assert process.take() == ({"size": 3, "by": "another version", "of": "argument"}, b"abc")
    process.end()


@pytest.mark.parametrize(("order", "ending"), [("die", "left with exit code 3"), ("half", "left with exit code 0")])
def test_a_process_that_ends_gives_no_answer(process: VersionProcess, order: str, ending: str) -> None:
    process.give({"do": order})
    assert process.take() is None and ending in process.ending
    process.give({"do": "answer"})
    assert process.take() is None
    process.end()
