"""Exalted, Second Edition."""
