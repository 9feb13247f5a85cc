from indicmatch.judge.verdict import parse_verdict
__all__ = ["parse_verdict"]
