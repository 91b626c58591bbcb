"""The two errors that people see, and Ctrl+C. Everything else is a bug and may crash."""

from __future__ import annotations


class Refused(ValueError):
    """A command, gesture or flag that cannot be carried out now; the text is one sentence for the user.

    Nothing has changed when this is raised.
    """


class BadFile(ValueError):
    """A level or recording that cannot be used; the text says what, where and what to do."""


class Mistakes(BadFile):
    """A file with one or several mistakes: a sentence for each, in the order of their lines.

    Its text is one line for one mistake, and for several of them a line each.
    """

    def __init__(self, sentences: tuple[str, ...], name: str = "", more: bool = False) -> None:
        """Put the sentences together; `name` is the file's, `more` says that these are only the first."""
        where = f"{name}: " if name else ""
        head = f"{where}{'the first ' if more else ''}{len(sentences)} mistakes:"
        self.sentences, self.more = sentences, more
        self.lines = (
            (f"{where}{sentences[0]}",) if len(sentences) == 1 else (head, *(f"  {sentence}" for sentence in sentences))
        )
        super().__init__("\n".join(self.lines))


def is_interrupt(error: BaseException | None) -> bool:
    """Whether this error is Ctrl+C, or was raised in place of it.

    While a class is created, Python 3.11 puts a `RuntimeError` in place of whatever interrupts the `__set_name__` of
    one of its attributes; so Ctrl+C comes as one where a module with dataclasses is being imported.
    """
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__
    return error is not None
