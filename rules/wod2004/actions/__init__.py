"""Actions outside combat, one module for each kind."""
