"""Exalted, Third Edition: rounds by Initiative, withering and decisive attacks, Crash, Break and Shift."""
