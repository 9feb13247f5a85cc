"""Where rows are scored: in this process, in workers beside it, or in a cluster; the batch function and the figures are the same."""

from indicmatch.engine.files import score_files
from indicmatch.engine.workers import Workers

__all__ = ["Workers", "score_files"]
