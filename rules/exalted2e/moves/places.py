"""The Storyteller's moves that say where combatants are (2E-340, 2E-346 to 2E-354, 2E-667)."""

from rules.battle import Choice
from rules.battle.declare import RulingMove, Seen, ask
from rules.exalted2e.moves.aids import MAX_YARDS
from rules.exalted2e.state.ground import FEATURES
from rules.text import Text

AS_IT_IS = Choice("", Text("As it is"))
STEPS = {
    name: (AS_IT_IS, *(Choice(key, step.name, step.hint) for key, step in feature.steps.items()))
    for name, feature in FEATURES.items()
}


class SetDistance(RulingMove, in_setup=True, anytime=True, rank="sometimes"):
    """Say how far one combatant is from another."""

    target: Seen = ask("Other combatant")
    yards: int = ask("Distance in yards", 0, MAX_YARDS)


class SetGround(RulingMove, in_setup=True, anytime=True, rank="rare"):
    """Say in the book's words where a combatant stands, or with `everyone` where all stand.

    Each field is a key of `FEATURES`, or empty for what stays as it is.
    """

    cover: str = ask("Hard cover", default="", choices=STEPS["cover"], required=False)
    height: str = ask("Height", default="", choices=STEPS["height"], required=False)
    terrain: str = ask("Ground", default="", choices=STEPS["terrain"], required=False)
    room: str = ask("Room to give ground", default="", choices=STEPS["room"], required=False)
    sight: str = ask("Sight", default="", choices=STEPS["sight"], required=False)
    footing: str = ask("Water or mud", default="", choices=STEPS["footing"], required=False)
    weather: str = ask("Weather", default="", choices=STEPS["weather"], required=False)
    everyone: bool = ask("For everyone in the battle", default=False, required=False)
