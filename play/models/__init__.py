"""The live table's rows."""

from play.models.table import Command, Entry, Hearer, Snapshot, Table

__all__ = ["Command", "Entry", "Hearer", "Snapshot", "Table"]
