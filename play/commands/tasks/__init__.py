"""Tasks and stunts outside combat: set, rolled for, helped with, settled, ended; what they cost and earn."""

from play.commands.tasks.falls import lose_races
from play.commands.tasks.influence import answer_influence, give_in, rule_listener, start_influence
from play.commands.tasks.rolling import help_task, look_first, roll_for_all, roll_for_task
from play.commands.tasks.ruling import end, interrupt_task, reveal, rule_task
from play.commands.tasks.setting import start_task, try_again
from play.commands.tasks.stunts import award_stunt, take_reward

__all__ = [
    "answer_influence",
    "award_stunt",
    "end",
    "give_in",
    "help_task",
    "interrupt_task",
    "look_first",
    "lose_races",
    "reveal",
    "roll_for_all",
    "roll_for_task",
    "rule_listener",
    "rule_task",
    "start_influence",
    "start_task",
    "take_reward",
    "try_again",
]
