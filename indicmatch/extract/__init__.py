"""What part of a response is looked at: a stage of its own, before normalisation, for responses only."""

from indicmatch.extract._base import EXTRACTORS, Extractor, extract, extractor, found, stages
from indicmatch.registry import import_all

__all__ = ["EXTRACTORS", "Extractor", "extract", "extractor", "found", "stages"]

import_all(__name__, __path__)
