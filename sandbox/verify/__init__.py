"""Run recordings again, compare every tick, and show the differences. Imports no window and no clock.

Each recording is run in a child process, so that nothing a file does can reach the process that hands out the
work.
"""
