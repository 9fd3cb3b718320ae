"""Vectors of kind `field`: who may say a number in the forms of this game."""

from rules.conformance import Kinds
from rules.exalted3e.actions.request import Request
from rules.exalted3e.battle import BATTLE
from rules.field_vectors import declare_fields

kind = Kinds()
declare_fields(kind, BATTLE, Request)
