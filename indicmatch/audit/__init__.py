"""The audit: what normalisation did to the scores, step by step and row by row; and what is wrong with a file's characters."""

from indicmatch.audit.files import audit_files
from indicmatch.audit.ladder import plan_up_to
from indicmatch.audit.report import AuditReport
from indicmatch.audit.run import AuditRun

__all__ = ["AuditReport", "AuditRun", "audit_files", "plan_up_to"]
