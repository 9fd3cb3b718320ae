"""The battle as it stands, and what can be read from it."""
