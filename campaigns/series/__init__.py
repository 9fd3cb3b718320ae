"""A series: its settings, members, lines and veils, overlay and tokens."""
