"""Django's PostgreSQL backend, with a pool that recovers from a restart at once."""
