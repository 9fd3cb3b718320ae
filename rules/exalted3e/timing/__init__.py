"""Initiative, ticks, turns, Join Battle."""
