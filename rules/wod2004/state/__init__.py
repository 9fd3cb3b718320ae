"""The state of a battle: frozen, JSON-safe, changed only by events."""
