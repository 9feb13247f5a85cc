"""The versions that decide scores."""

from __future__ import annotations

import platform
import unicodedata
from importlib.metadata import PackageNotFoundError, version

from indicmatch._version import __version__
from indicmatch.unicode import UNICODE_VERSION

__all__ = ["versions"]

DECIDING = ("indic-nlp-library", "snowballstemmer", "rapidfuzz", "sacrebleu", "scipy", "statsmodels")


def versions() -> str:
    """A line for each: indicmatch, Python, the Unicode data of both, and the packages that some options use."""
    lines = [
        f"indicmatch {__version__}",
        f"Python {platform.python_version()}",
        f"Unicode data of Python (NFC, categories, case): {unicodedata.unidata_version}",
        f"Unicode data of indicmatch (segmentation, scripts): {UNICODE_VERSION}",
    ]
    for name in DECIDING:
        try:
            lines.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            lines.append(f"{name} not installed")
    return "\n".join(lines)
