"""The overlay of a series for streams."""
