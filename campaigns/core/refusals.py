"""Exceptions of the services. Each carries a sentence that tells the person what to do."""

from django.db.models import Model


class Refused(Exception):
    """The request cannot be carried out; nothing was changed. `status` is the HTTP status, `field` the form field at
    fault."""

    def __init__(self, sentence: str, *, status: int = 409, field: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.status = status
        self.field = field


class Stale(Refused):
    """The record was changed since the form was drawn (409). `record`: as it is now, where that is one row."""

    def __init__(self, sentence: str, record: Model | None = None) -> None:
        super().__init__(sentence)
        self.record = record
