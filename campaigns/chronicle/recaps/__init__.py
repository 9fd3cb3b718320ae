"""Recaps, and the public page of a series."""
