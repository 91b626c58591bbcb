"""`python -m sandbox` is the command line."""

from sandbox.cli import main

if __name__ == "__main__":
    main()
