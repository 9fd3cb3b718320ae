"""Private notes, which nobody but their writer reads."""
