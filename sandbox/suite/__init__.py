"""Many recordings at once: on all cores, within limits, as a report for other tools, a page, a table or a review.

Each recording is run in a child process, so that nothing a file does can reach the process that hands out the work.
"""
