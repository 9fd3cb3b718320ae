"""Ties between people and places, and the relationship map."""
