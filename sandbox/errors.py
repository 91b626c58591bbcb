"""The two errors that people see. Everything else is a bug and may crash."""


class Refused(ValueError):
    """A command, gesture or flag that cannot be carried out now; the text is one sentence for the user.

    Nothing has changed when this is raised.
    """


class BadFile(ValueError):
    """A level or recording that cannot be used; the text says what, where and what to do."""
