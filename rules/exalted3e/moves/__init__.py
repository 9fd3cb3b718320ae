"""What people may ask for, named in the imperative. Values come from browsers: `decide` checks them all."""

from rules.battle import Kinds, Move
from rules.moves import AddCombatant, EndBattle, Hide, Leave, Override, Reveal, StartBattle

from .actions import (
    Aim,
    Attack,
    DeclareFlurry,
    DefendOther,
    DrawWeapon,
    FullDefense,
    Influence,
    Miscellaneous,
    OrderGroup,
    RegainSurprise,
    Restrain,
    UseCharm,
)
from .answers import AnswerBeaten, AnswerClash, AnswerDefense, AnswerGuard, AnswerShift, AnswerTie, AwardBreak
from .movement import Delay, Disengage, EndTurn, MoveBand, Rise, Rush, TakeCover, TakeDelayedTurn, Withdraw
from .rulings import CatchUnready, DeclareBeaten, InflictHarm, SetCover, SetTerrain

MOVES: Kinds[Move] = Kinds(
    AddCombatant, StartBattle, EndBattle, Leave, Reveal, Hide, Override, Attack, DeclareFlurry, Aim, DefendOther,
    DrawWeapon, FullDefense, Miscellaneous, Influence, OrderGroup, Restrain, RegainSurprise, MoveBand, Rush,
    Disengage, Rise, TakeCover, Withdraw, Delay, TakeDelayedTurn, EndTurn, UseCharm, AnswerTie, AnswerClash,
    AnswerDefense, AnswerGuard, AnswerShift, AwardBreak, AnswerBeaten, DeclareBeaten, SetCover, SetTerrain,
    InflictHarm, CatchUnready,
)  # fmt: skip

__all__ = [
    "MOVES",
    "AddCombatant",
    "Aim",
    "AnswerBeaten",
    "AnswerClash",
    "AnswerDefense",
    "AnswerGuard",
    "AnswerShift",
    "AnswerTie",
    "Attack",
    "AwardBreak",
    "CatchUnready",
    "DeclareBeaten",
    "DeclareFlurry",
    "DefendOther",
    "Delay",
    "Disengage",
    "DrawWeapon",
    "EndBattle",
    "EndTurn",
    "FullDefense",
    "Hide",
    "InflictHarm",
    "Influence",
    "Leave",
    "Miscellaneous",
    "MoveBand",
    "OrderGroup",
    "Override",
    "RegainSurprise",
    "Restrain",
    "Reveal",
    "Rise",
    "Rush",
    "SetCover",
    "SetTerrain",
    "StartBattle",
    "TakeCover",
    "TakeDelayedTurn",
    "UseCharm",
    "Withdraw",
]
