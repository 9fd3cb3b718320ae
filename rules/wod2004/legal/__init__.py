"""What a seat may do now: the moves with their forms, and the greyed ones with the reason."""

from rules.wod2004.legal.offers import legal_moves

__all__ = ["legal_moves"]
