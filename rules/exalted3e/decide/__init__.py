"""Moves become events here; nowhere else do dice fall."""
