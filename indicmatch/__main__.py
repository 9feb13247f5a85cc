"""`python -m indicmatch`."""

from indicmatch.cli import program

if __name__ == "__main__":
    program()
