"""What the demo's series tell: a module for each game, of data alone."""
