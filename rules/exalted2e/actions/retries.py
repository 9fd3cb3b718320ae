"""Repeated attempts at a failed task (2E-088, 2E-089)."""

from rules.pool import Term
from rules.text import Text


def retry_penalty(failures: int) -> int:
    """Return the external penalty of another attempt: 1 per failure at this task."""
    return failures


def retry_terms(failures: int) -> tuple[Term, ...]:
    """Return the penalty of another attempt as a term of a pool; empty for none."""
    return (Term(Text("Retry"), -retry_penalty(failures), "external", "2E-088"),) if failures else ()
