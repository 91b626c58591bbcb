"""The family of electric parts: buttons, switches, timers, what reports and what counts; beside it, `power`."""

from __future__ import annotations

from sandbox.parts.electric.button import Button
from sandbox.parts.electric.display import Display
from sandbox.parts.electric.logic import LogicGate, PulseCounter
from sandbox.parts.electric.reports import Bell, Tachometer
from sandbox.parts.electric.switched import Wire
from sandbox.parts.electric.switches import LightGate, PressurePlate, PullSwitch
from sandbox.parts.electric.timer import KitchenTimer
from sandbox.parts.kind import Kind, LinkKind

KINDS: tuple[Kind, ...] = (
    Button(), PullSwitch(), PressurePlate(), LightGate(), Tachometer(), KitchenTimer(), PulseCounter(), LogicGate(),
    Bell(), Display(),
)  # fmt: skip
LINKS: tuple[LinkKind, ...] = (Wire(),)
