"""Actions outside combat: plain rolls, opposed, extended and social ones."""
