"""A benchmark of agents, in the manner of PHYRE: how many tries until a level is won that an agent has not seen before.

PHYRE: A. Bakhtin and others, "PHYRE: A New Benchmark for Physical Reasoning", NeurIPS 2019.
"""
