"""Vectors of kind `field`: who may say a number in the forms of this game."""

from rules.conformance import Kinds
from rules.field_vectors import declare_fields
from rules.wod2004.actions.request import Request
from rules.wod2004.battle import BATTLE

kind = Kinds()
declare_fields(kind, BATTLE, Request)
