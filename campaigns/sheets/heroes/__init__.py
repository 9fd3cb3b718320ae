"""Ready heroes."""
