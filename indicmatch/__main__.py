"""`python -m indicmatch`."""

import sys

from indicmatch.cli import main

if __name__ == "__main__":
    sys.exit(main())
