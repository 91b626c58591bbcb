"""A generated attack on everything that reads files: ``python -m tests.tools.attack --minutes 120 --seed 1``.

Valid files of every form are taken apart, their structure is changed, and they are put together again with right
checksums (`mutations`, `forms`). Each goes to the readers of its form (`doors`) in a child process with limits
(`worker`), and some to whole command lines. A traceback, a death by signal, a wait without end and a breach of the
limits are findings; each is reduced and kept with a line that repeats it.
"""
