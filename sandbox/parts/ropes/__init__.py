"""Ropes, their reeving over pulleys, the solver for ropes that hang together, and the parts to hang on ropes."""
