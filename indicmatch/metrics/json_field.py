"""A field of the JSON in a response is the reference."""

from __future__ import annotations

from functools import cache

from indicmatch.analyze import RAW, Analyzer, Text
from indicmatch.errors import BadInput
from indicmatch.extract import extract, found
from indicmatch.metrics._base import METRICS, Metric, References, Verdict

__all__ = ["json_field"]


@cache
def _metric(path: str) -> Metric:
    how = f"json:{path}"

    def compare(response: Text, reference: Text) -> Verdict:
        if not path:
            message = "json_field needs the path of a field: write json_field:answer or json_field:choices[0].text"
            raise BadInput(message)
        passed = found(response.source, how) and response.analyzer.pipeline(extract(response.source, how)).strip() == reference.text.strip()
        return Verdict(passed, float(passed), reference=reference.source)

    return Metric(f"json_field:{path}" if path else "json_field", compare, configure=_metric, of_source=True)


JSON_FIELD = METRICS.add("json_field", _metric(""))


def json_field(response: str | None, references: References, path: str, analyzer: Analyzer = RAW) -> Verdict:
    """Right when the response holds JSON whose field at `path` is a reference, white space at both ends aside.

    The JSON may stand in a code fence; numbers count as they are written. A response without it, or without the field, is wrong. On the
    command line: `--metric json_field:answer`.

    >>> bool(json_field('{"answer": "Paris", "why": "..."}', "Paris", "answer")), bool(json_field("Paris", "Paris", "answer"))
    (True, False)
    """
    return _metric(path)(response, references, analyzer)
