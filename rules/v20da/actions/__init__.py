"""Everything the book calls an action, outside combat as in it: rolls, multiple, extended, resisted, teamwork."""
