"""Answer correctness: the facts that a response shares with a reference, weighed with their similarity."""

from indicmatch.correctness.facts import Facts, f_beta
from indicmatch.correctness.files import CorrectnessReport, answer_correctness, factual_correctness, semantic_similarity
from indicmatch.correctness.rows import METRICS, Correctness, Measure
from indicmatch.correctness.run import CorrectnessRun, Graded
from indicmatch.correctness.similarity import SIMILARITIES, Embedder, similarity

__all__ = [
    "METRICS",
    "SIMILARITIES",
    "Correctness",
    "CorrectnessReport",
    "CorrectnessRun",
    "Embedder",
    "Facts",
    "Graded",
    "Measure",
    "answer_correctness",
    "f_beta",
    "factual_correctness",
    "semantic_similarity",
    "similarity",
]
