"""The one way in for the bytes of files: nothing here or above it parses what has not been measured first.

Whoever hands over a file may be a stranger. So only regular files are read, up to a size; and a text is looked over
for what its parser could not bear (numbers without end, keys of ten thousand parts, nesting, bombs) before it is
parsed. A file that is beyond a limit is answered with a sentence.
"""
