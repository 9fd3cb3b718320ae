"""Extended projects."""
