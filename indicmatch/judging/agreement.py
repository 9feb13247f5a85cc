"""How far judge, string metrics and people agree, over all rows and per language, and the judge's accuracy put right by people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from indicmatch.errors import BadInput

__all__ = ["Pairs"]

Bit = bool | None
ERRORS = ("ci", "se", "conf_low", "conf_high", "se_classical", "effective_n", "precision_gain")  # what supposes independent rows


@dataclass(slots=True)
class Pairs:
    """The verdicts on the rows that somebody else than the string metrics judged too."""

    languages: list[str] = field(default_factory=list)
    judge: list[Bit] = field(default_factory=list)
    final: list[Bit] = field(default_factory=list)
    human: list[Bit] = field(default_factory=list)
    strings: dict[tuple[str, str], list[Bit]] = field(default_factory=dict)

    def add(self, language: str | None, judge: Bit, final: Bit, human: Bit, strings: dict[tuple[str, str], Bit]) -> None:
        """A row: the judge's own verdict, the row's verdict whoever gave it, a person's, and each (metric, level)'s."""
        self.languages.append(language or "unknown")
        self.judge.append(judge)
        self.final.append(final)
        self.human.append(human)
        for name, verdict in strings.items():
            self.strings.setdefault(name, []).append(verdict)

    def figures(self, confidence: float, shared: str | None = None) -> dict[str, Any]:
        """Kappa and agreement of judge and string metrics, and of everybody with people where there are labels.

        `shared` names what several rows share (a passage, a question): no interval is given then.
        """
        figures: dict[str, Any] = {"judge_and_strings": {}, "judge_and_human": None, "strings_and_human": {}}
        labelled = any(label is not None for label in self.human)
        for (metric, level), verdicts in self.strings.items():
            figures["judge_and_strings"].setdefault(metric, {})[level] = self._agreement(self.judge, verdicts, confidence, shared)
            if labelled:
                figures["strings_and_human"].setdefault(metric, {})[level] = self._agreement(verdicts, self.human, confidence, shared)
        if labelled:
            figures["judge_and_human"] = self._agreement(self.judge, self.human, confidence, shared)
        return figures

    def debiased(self, confidence: float, shared: str | None = None) -> dict[str, Any] | None:
        """The accuracy that people would have given, from the verdicts on all rows and human labels on some; None without labels.

        Where it cannot be computed, the figures are null and `reason` says why; so is the interval where rows share something.
        """
        rows = [(final, human) for final, human in zip(self.final, self.human, strict=True) if final is not None]
        labels = sum(human is not None for _, human in rows)
        if not any(human is not None for human in self.human):
            return None
        from indicmatch.stats import ev_judge_debias

        dropped = {"unscored_rows": len(self.final) - len(rows)}
        try:
            judged = [float(final) for final, _ in rows]
            result = ev_judge_debias(judged, [None if human is None else float(human) for _, human in rows], level=confidence)  # type: ignore[misc]
        except BadInput as error:
            return {"estimate": None, "ci": None, "n_labelled": labels, "reason": str(error)} | dropped
        figures = result.to_dict()
        if shared:
            known = {name: value for name, value in figures.items() if name not in (*ERRORS, "advice")}
            return known | dict.fromkeys(ERRORS) | {"reason": _no_interval(shared)} | dropped
        return {"estimate": figures["estimate"], "ci": _pair(figures["conf_low"], figures["conf_high"])} | figures | dropped

    def _agreement(self, one: Sequence[Bit], other: Sequence[Bit], confidence: float, shared: str | None) -> dict[str, Any]:
        rows = [row for row in zip(one, other, self.languages, strict=True) if row[0] is not None and row[1] is not None]
        if len(rows) < 3:
            return {"n": len(rows), "agreement": None, "kappa": None, "kappa_ci": None, "by_language": [], "reason": "fewer than 3 rows"}
        from indicmatch.stats import ev_judge_agreement

        first, second, languages = (list(column) for column in zip(*rows, strict=True))
        result = ev_judge_agreement(list(map(float, first)), list(map(float, second)), confidence, group=languages).to_dict()
        groups = result["by_group"] or []
        return _kappa(result, shared) | {"by_language": [{"language": group["group"]} | _kappa(group, shared) for group in groups]}


def _no_interval(shared: str) -> str:
    return f"rows that share {shared} are no independent samples, and the interval supposes that they are"


def _kappa(figures: dict[str, Any], shared: str | None) -> dict[str, Any]:
    if shared:
        known = {"n": figures["n"], "agreement": figures["accuracy"], "kappa": figures["kappa"]}
        return known | {"agreement_ci": None, "kappa_ci": None, "reason": _no_interval(shared)}
    reason = figures.get("reason") or figures.get("reasons", {}).get("kappa", "")
    return {
        "n": figures["n"],
        "agreement": figures["accuracy"],
        "agreement_ci": _pair(figures["accuracy_conf_low"], figures["accuracy_conf_high"]),
        "kappa": figures["kappa"],
        "kappa_ci": _pair(figures["kappa_conf_low"], figures["kappa_conf_high"]),
        "reason": reason,
    }


def _pair(low: float | None, high: float | None) -> list[float] | None:
    return None if low is None or high is None else [low, high]
