"""Metrics: one response against its references, one file a metric.

Every metric is a function `(response, references, analyzer=RAW) -> Verdict` and is registered by name; a metric expression may add a
threshold (`token_f1>=0.8`).
"""

from __future__ import annotations

from indicmatch.metrics._base import METRICS, Metric, Verdict
from indicmatch.registry import import_all

__all__ = ["METRICS", "Metric", "Verdict"]

import_all(__name__, __path__)
