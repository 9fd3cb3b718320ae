"""Vectors of kind `field`: who may say a number in the forms of this game."""

from rules.conformance import Kinds
from rules.exalted2e.actions.requests import RollRequest
from rules.exalted2e.battle import BATTLE
from rules.field_vectors import declare_fields

kind = Kinds()
declare_fields(kind, BATTLE, RollRequest)
