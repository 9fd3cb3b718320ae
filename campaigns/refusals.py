"""Exceptions of the services. Each carries a sentence that tells the person what to do."""


class Refused(Exception):
    """The request cannot be carried out; nothing was changed. `status` is the HTTP status, `field` the form field at
    fault."""

    def __init__(self, sentence: str, *, status: int = 409, field: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.status = status
        self.field = field


class Stale(Refused):
    """The record was changed since the form was drawn (409)."""
