"""What one seat may see: the board, and the log."""

from rules.wod2004.view.board import view
from rules.wod2004.view.log import view_event

__all__ = ["view", "view_event"]
