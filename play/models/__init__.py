"""The live table's rows."""

from play.models.table import Command, Entry, EntryReader, Snapshot, Table

__all__ = ["Command", "Entry", "EntryReader", "Snapshot", "Table"]
