"""Trying again what has failed (2E-088, 2E-089)."""

from rules.pool import Term


def retry_penalty(failures: int) -> int:
    """The external penalty of another attempt: 1 per failure so far at this task, waivable."""
    return failures


def retry_terms(failures: int) -> tuple[Term, ...]:
    """The same as a term of a pool."""
    return (Term("Retry", -retry_penalty(failures), "external", "2E-088"),) if failures else ()
