"""Template tags of the server itself."""
