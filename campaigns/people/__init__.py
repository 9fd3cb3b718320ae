"""People and places, and the secrets about them."""
