"""What a service answers when a well-formed request does not fit: a sentence that the person can act on."""


class Refused(Exception):
    """Nothing was changed. `status` is the answer's HTTP status, `field` the form field at fault, if there is one."""

    def __init__(self, sentence: str, *, status: int = 409, field: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.status = status
        self.field = field


class Stale(Refused):
    """Somebody else has changed it since the form was drawn (409)."""
