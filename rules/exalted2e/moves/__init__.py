"""The moves: what a person may ask for in a battle."""

from rules.battle import Kinds, Move, moves
from rules.battle.moves import SwitchOff, SwitchOn
from rules.exalted2e.moves import acts, replies, strikes

MOVES: Kinds[Move] = Kinds(
    *moves.SHARED, strikes.DeclareAttack, strikes.DeclareFlurry, acts.TakeGuard, acts.TakeAim, acts.KeepOn,
    acts.TakeDash, acts.TakeMove, acts.ReadyWeapon, acts.Rise, acts.Jump, acts.TakeMisc, acts.TakeAction,
    acts.UseCharm, SwitchOn, SwitchOff, acts.TellStunt, acts.Stabilize, acts.CheckValor, acts.SetScale,
    strikes.CoordinateAttack, acts.DefendOther, strikes.ContestClinch, replies.AnswerDefense, replies.RateStunt,
    replies.AnswerReroll, replies.AnswerMagic, replies.AnswerWard, replies.AnswerCounter, replies.AnswerBystander,
    replies.AnswerClinch, replies.TakeReward,
)  # fmt: skip
