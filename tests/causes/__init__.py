"""Tests of the causes in a run."""
