# make play   sets everything up and opens the window (without a display: verifies the recordings)
# make test   sets everything up and runs the whole suite
# make lint   style and types only            make format  writes the style
# make clean  removes what the others made
# ENGINE=portable make play|test  builds the portable engine first and uses it from then on; ENGINE=stock goes back
# PYTHON=python3.12 make ...  chooses the interpreter (else see .ci/setup); TESTS="tests/workspace/test_clock.py -k pause" make test  some tests
SHELL := /bin/bash
TESTS ?=
# one more than there are cores: the tests with real windows wait a lot
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)

.PHONY: play test lint format clean

play:
	@.ci/setup play
	@.ci/play

# worksteal: the long tests of one file spread over the workers that are free
test:
	@.ci/setup test
	@.venv/bin/python -m pytest -n $(WORKERS) --maxprocesses 8 --dist worksteal --durations 8 --durations-min 5 $(TESTS)

lint:
	@.ci/setup test
	@.venv/bin/python -m ruff check .
	@.venv/bin/python -m ruff format --check .
	@.venv/bin/python -m mypy

format:
	@.ci/setup test
	@.venv/bin/python -m ruff check --fix .
	@.venv/bin/python -m ruff format .

clean:
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis last-frame.png
	find sandbox tests -name __pycache__ -type d -prune -exec rm -rf {} +
