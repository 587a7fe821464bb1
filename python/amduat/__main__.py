"""``python -m amduat`` is the command line."""

from amduat.cli import main

if __name__ == "__main__":
    main()
