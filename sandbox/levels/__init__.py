"""Level files, where they are, and whether they are sound. Imports recording and what is below it."""
