"""Actions outside combat, each kind by the book's name."""
