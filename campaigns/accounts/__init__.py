"""A person's own account and preferences."""
