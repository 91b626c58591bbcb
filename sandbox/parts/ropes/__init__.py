"""Ropes, their reeving over pulleys, the solver of those that hang together, and what is hung on them."""
