"""Lines and veils of a series."""
