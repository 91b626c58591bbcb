"""Worlds of other programs: any pymunk space with a factory and inputs of its own, run and hashed like a machine."""
