"""What a seat may see of the battle and of its log: allow-lists, each value put in on purpose."""

from rules.exalted2e.view.board import view
from rules.exalted2e.view.log import view_event

__all__ = ["view", "view_event"]
