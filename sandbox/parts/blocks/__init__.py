"""Blocks: the fixed structure, what stands, lies and topples, containers, and the shape that its author draws."""
