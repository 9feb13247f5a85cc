"""The version of indicmatch, which decides scores and stands in every signature."""

__version__ = "0.1.0"
