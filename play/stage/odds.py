"""Facts of what a form says of its chances while it is filled in: those of a roll, and those of each way to act."""

from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from play.commands.tasks.chances import Chance, Chances, RatedRoll
from play.offers.fields import make_input
from play.offers.odds import Column, RollOdds, compute_odds
from play.stage.forms import say_chance
from play.stage.shape import Bar, Likely, MatterChoice, MatterRow, Odds, Outlook
from play.stage.sums import make_sum
from play.stage.words import drop_empty, translate
from rules import outlook as rules
from rules.odds import about, percent


def make_odds(chances: Chances, system: str) -> Odds:
    """Return the chances of a roll, as far as the person who makes it may know them."""
    if chances.sentence:
        return {"says": translate(chances.sentence)}
    if chances.is_struck:
        return {"says": _("{chance} to be hit").format(chance=say_likely(chances.chance))}
    odds = compute_odds(chances.odds, chances.pool.dice, system, measured=chances.measured, guess=chances.guess)
    then = ", ".join(filter(None, map(say_likely, chances.others)))
    made = {
        "says": _say_success(odds),
        "bars": [_make_bar(column) for column in odds.columns],
        "bars_say": odds.words,
        "rest": _("{chance} {worst}, {mean} on average").format(
            chance=odds.botch, worst=_("to botch") if odds.worst == "botch" else odds.worst, mean=odds.mean
        ),
        "note": _say_measure(odds),
        "sum": make_sum(chances.pool.explain()),
        "sum_says": _say_dice(odds),
    }
    return cast(Odds, made | drop_empty(then=then and _("then {chances}").format(chances=then)))


def say_likely(chance: Chance | None) -> str:
    """Return a chance in words; nothing where the person may not know it."""
    if chance is None:
        return ""
    return translate(about(chance.value) if chance.about else percent(chance.value))


def _say_success(odds: RollOdds) -> str:
    if odds.success:
        return _("{chance} to succeed").format(chance=odds.success)
    return _("{mean} on average").format(mean=odds.mean)


def _make_bar(column: Column) -> Bar:
    made = {"total": column.total, "share": round(column.chance, 4)}
    return cast(Bar, made | drop_empty(percent=column.percent, reaches=column.reaches))


def _say_measure(odds: RollOdds) -> str:
    """Return what the bars stand for, and what of them nobody may know."""
    if odds.contested:
        return _("Successes, in percent. The other side’s roll decides how many are needed.")
    if odds.measured:
        return _("Successes, in percent. Filled bars succeed.")
    if odds.is_guess:
        return _("Successes, in percent. The number needed is secret; the chance is an average over usual values.")
    return _("Successes, in percent. The number needed is secret.")


def _say_dice(odds: RollOdds) -> str:
    if odds.chance_roll:
        return _("Why a chance die?")
    return ngettext("Why {dice} die?", "Why {dice} dice?", odds.dice).format(dice=odds.dice)


def make_choices(rated: Sequence[RatedRoll], items: Mapping[str, Iterable[str]]) -> dict[str, dict[str, Likely]]:
    """Return the chances that stand beside the choices of a form, by the names of its fields and their values.

    `items`: of a list whose items are rolled, the chance of each place in words.
    """
    choices: dict[str, dict[str, Likely]] = {}
    for choice in rated:
        shown = make_input(choice.field, f"m.{choice.field.name}", "", "other" if choice.is_struck else "")
        options = (shown.options[place - 1] for place in choice.places)
        choices[shown.name] = {
            option.value: cast(
                Likely,
                {"percent": option.percent, "share": round(option.share, 4)}
                | drop_empty(says=say_chance(option.percent, option.tone)),
            )
            for option in options
        }
    for name, said in items.items():
        choices[f"m.{name}"] = {str(place): {"percent": words, "share": 0} for place, words in enumerate(said) if words}
    return choices


def make_outlook(outlook: rules.Outlook) -> Outlook:
    """Return what the ways to act that a form leaves open would bring."""
    return {
        "verdicts": [translate(verdict) for verdict in outlook.verdicts],
        "ways": [_make_alternative(alternative) for alternative in outlook.alternatives],
        "notes": [translate(note) for note in outlook.notes],
    }


def _make_alternative(alternative: rules.Alternative) -> MatterChoice:
    rows = [_make_row(prospect) for prospect in alternative.prospects]
    made = {"name": translate(alternative.label), "rows": rows}
    return cast(MatterChoice, made | drop_empty(is_chosen=alternative.is_chosen, reason=translate(alternative.reason)))


def _make_row(prospect: rules.Prospect) -> MatterRow:
    made = {"label": translate(prospect.label), "value": translate(prospect.value), "rule": prospect.rule}
    share = {} if prospect.chance is None else {"share": round(prospect.chance, 4)}
    return cast(MatterRow, made | share | drop_empty(why=translate(prospect.why)))
