"""Absences of members, and the rest days and quiet hours of a series."""
