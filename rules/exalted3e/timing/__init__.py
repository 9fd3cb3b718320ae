"""When who acts: Initiative, ticks, turns, Join Battle."""
