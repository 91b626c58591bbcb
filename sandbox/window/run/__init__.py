"""Running the machine: start and stop, speed, what a run has come to."""
