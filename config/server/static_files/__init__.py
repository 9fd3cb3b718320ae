"""The static files: the scripts are joined, each name has a hash, and a start collects what has changed."""
