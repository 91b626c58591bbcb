"""Turning things: the shafts, gears and belts that all of them share, motors and wheels, and conveyors."""
