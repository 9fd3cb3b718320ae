"""What one seat may see: the board, the ladder, the log. Everything here is an allow-list."""

from .board import view
from .log import view_event

__all__ = ["view", "view_event"]
