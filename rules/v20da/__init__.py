"""Vampire: the Dark Ages, 20th anniversary edition."""
