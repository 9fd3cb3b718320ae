"""Django's PostgreSQL, whose pool gets over a restart at once."""
