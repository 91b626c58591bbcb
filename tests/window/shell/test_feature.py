"""The functions that features give to every frame."""

from __future__ import annotations

from sandbox.window.shell.feature import Feature, FrameHooks


def test_a_frame_calls_what_features_give_in_their_order_and_nothing_that_they_leave_out() -> None:
    def first() -> None:
        pass

    def second() -> None:
        pass

    hooks = FrameHooks((Feature(work=first, card=lambda x, y: None), Feature(), Feature(work=second)))
    assert hooks.work == (first, second)
    assert {name: len(functions) for name, functions in vars(hooks).items() if functions} == {"work": 2, "card": 1}
