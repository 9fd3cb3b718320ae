"""Attacks: pool, circumstances, cover, damage and grappling (WD-180 to WD-211)."""
