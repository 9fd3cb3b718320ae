"""From a request to facts: everything is checked here, and nowhere else do dice fall."""

from rules.wod2004.decide.dispatch import decide

__all__ = ["decide"]
