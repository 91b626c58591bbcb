"""Processes that work for this one: their start, their limits, their end, and the reason why one died.

Work that shall run beside a frame loop begins with `background`; `latest` keeps one process for orders of which only
the newest counts. Many tasks at once are given to a `pool`. What a child process runs, it runs with `serving`. A
command of the command line keeps to its limits by `forking`. The other modules are what these are built of.
"""
