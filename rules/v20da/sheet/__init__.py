"""Sheets: what a character is, how its page is laid out, and the figures that follow."""
