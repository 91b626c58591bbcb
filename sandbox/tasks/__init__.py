"""Processes that work for this one: how they are started and limited, how they end, and what they have died of."""
