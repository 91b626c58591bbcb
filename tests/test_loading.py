"""The garbage collector while the program loads."""

from __future__ import annotations

import gc

from sandbox.loading import without_collector


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
