"""Threads: what a series has left open."""
