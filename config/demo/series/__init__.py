"""The content of the demo's series: a module for each game, of data alone."""
