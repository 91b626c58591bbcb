"""`python -m sandbox` is the command line, as the installed script `sandbox` is."""

from __future__ import annotations

import signal


def main() -> None:
    """Run the command line. Until it can answer Ctrl+C, that ends this process without a word."""
    hears = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # a background job ignores it
    if hears:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from sandbox import loading

    loading.collect_seldom()
    from sandbox import cli

    if hears:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        cli.main()
    finally:
        loading.leave_all()


if __name__ == "__main__":
    main()
