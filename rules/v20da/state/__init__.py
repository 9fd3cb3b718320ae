"""The state of a battle, and what can be read from it."""
