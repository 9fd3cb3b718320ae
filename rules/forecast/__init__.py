"""Forecasts: thousands of fights from one state, by the game's own rules and simple, named tactics.

    forecaster = get_system("wod2004").get_forecaster()
    for told in forecast(forecaster, state, {"red": TACTICS["dangerous"]}):
        ...                                   # a first answer early, then better ones

A game offers a `Forecaster` (`System.forecaster`): a fast simulator, and the same tactics as moves of its real battle.
`rules.forecast.law` plays both with the same dice and demands the same end. docs/forecast.md says how to add one.
"""

from rules.forecast.contract import Fight, Forecaster, Lever, Outcome, Plans, Purse
from rules.forecast.dice import Dice, DrawnDice, FallenDice, Key
from rules.forecast.levers import Weight, weigh_levers
from rules.forecast.results import Chance, Forecast, Person
from rules.forecast.runs import forecast
from rules.forecast.tactics import DEFAULT, TACTICS, Tactic, pick, plan_of

__all__ = [
    "DEFAULT",
    "TACTICS",
    "Chance",
    "Dice",
    "DrawnDice",
    "FallenDice",
    "Fight",
    "Forecast",
    "Forecaster",
    "Key",
    "Lever",
    "Outcome",
    "Person",
    "Plans",
    "Purse",
    "Tactic",
    "Weight",
    "forecast",
    "pick",
    "plan_of",
    "weigh_levers",
]
