"""Downtime: what characters do in it, how it is resolved, and how the results are published."""
