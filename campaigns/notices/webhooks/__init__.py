"""Webhooks: what happens in a series, posted to a member's program."""
