"""Judge runs: which rows a model is asked about, what it says, how far it agrees with the string metrics and with people."""

from indicmatch.judging.files import judge_files
from indicmatch.judging.outcomes import OUTCOMES, Outcome, Shown
from indicmatch.judging.run import ONLY, Judged, JudgeRun

__all__ = ["ONLY", "OUTCOMES", "JudgeRun", "Judged", "Outcome", "Shown", "judge_files"]
