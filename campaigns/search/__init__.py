"""The search of a series."""
