"""The garbage collector while the program loads."""

from __future__ import annotations

import gc
import subprocess

from sandbox.loading import collect_seldom, without_collector
from sandbox.tasks import child


def test_nothing_is_collected_while_the_program_loads_and_what_it_loads_is_never_searched_again() -> None:
    with without_collector():
        assert not gc.isenabled()
        loaded = [[]]  # type: ignore[var-annotated]
        with without_collector():
            pass
        assert not gc.isenabled(), "an inner block does not end the outer one"
    later = [[]]  # type: ignore[var-annotated]
    assert gc.isenabled()
    searched = {id(thing) for thing in gc.get_objects()}
    assert id(loaded) not in searched and id(later) in searched


def test_a_collector_that_is_off_stays_off() -> None:
    gc.disable()
    try:
        with without_collector():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_a_window_that_has_loaded_is_collected_as_usual() -> None:
    usual = gc.get_threshold()
    try:
        collect_seldom()  # as the command line does
        assert gc.get_threshold()[0] > 20 * usual[0]
        with without_collector():
            pass
        assert gc.get_threshold() == usual
    finally:
        gc.set_threshold(*usual)


def test_nothing_is_searched_at_the_end_of_the_command_line() -> None:
    said = subprocess.run(
        child.command("-c", _ENDING), env=child.environment(), capture_output=True, text=True, check=True
    ).stdout
    assert int(said.splitlines()[-1]) < 1000


_ENDING = """
import atexit, gc, sys
atexit.register(lambda: print(len(gc.get_objects())))
sys.argv = ["sandbox", "--version"]
from sandbox.__main__ import main
main()
"""
