"""Rolls and tasks outside combat, and the counting of every roll."""
