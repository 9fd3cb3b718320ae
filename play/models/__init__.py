"""The live table's rows."""

from play.models.seal import Seal
from play.models.table import Command, Entry, EntryReader, Snapshot, Table
from play.models.wait import Wait, WaitKind

__all__ = ["Command", "Entry", "EntryReader", "Seal", "Snapshot", "Table", "Wait", "WaitKind"]
