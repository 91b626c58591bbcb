"""Sessions of two processes over a bad network, measured: `python -m tests.tools.bad_link --help`."""
