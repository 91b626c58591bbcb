"""Tests of `sandbox.verify.narrowing`."""
