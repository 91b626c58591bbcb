"""The conditions of goals. Each is one class with its test, sentence, memory, marks and form, see `base`."""

from sandbox.design.conditions.around import (
    CONDITIONS,
    GROUPS,
    SIMPLE,
    WRAPPERS,
    All,
    AnyCondition,
    AnyOf,
    ConditionGroup,
    Held,
    Latched,
    Not,
    Wrapper,
    new,
)
from sandbox.design.conditions.changes import Faster, Gone, LinkState, State, Tally, Turned, Unused
from sandbox.design.conditions.condition import Condition, Facts, conditions
from sandbox.design.conditions.containers import Contained, CountContained
from sandbox.design.conditions.places import Beyond, Count, Distance, Inside, Moved, Touches

__all__ = [
    "CONDITIONS", "GROUPS", "SIMPLE", "WRAPPERS", "All", "AnyCondition", "AnyOf", "Beyond", "Condition", "Contained",
    "ConditionGroup", "Count", "CountContained", "Distance", "Facts", "Faster", "Gone", "Held", "Inside", "Latched",
    "LinkState", "Moved", "Not", "State", "Tally", "Touches", "Turned", "Unused", "Wrapper", "conditions", "new",
]  # fmt: skip
