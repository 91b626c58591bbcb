"""Joints: links that hold two points together, parts that turn or slide on a base, and blades that cut ropes."""
