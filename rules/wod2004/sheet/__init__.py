"""Sheets: what a character is, in figures."""
