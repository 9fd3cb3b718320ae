"""Sheets: a character's traits and figures."""
