"""The battle as it stands: frozen, JSON-safe, changed by events alone."""
