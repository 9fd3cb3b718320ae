"""Social influence outside a fight: rulings, Resolve and Guile, answers, and the Intimacies that result (3E-322 on)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.battle import Choice, Field
from rules.battle.declare import check_numbers, list_fields
from rules.codec import encode
from rules.errors import BadInput, IllegalMove
from rules.exalted3e.actions.influence_forms import (
    ACTIONS,
    INSPIRE,
    INSTILL,
    MORE,
    ONCE,
    PERSUADE,
    READ,
    SIZES,
    WAYS,
    Reply,
    Ruling,
)
from rules.exalted3e.actions.intimacies import (
    check_another,
    check_change,
    check_intimacy,
    describe_intimacy,
    describe_written,
    find_enough,
    list_choices,
    name_intimacy,
    owned,
    parse_intensity,
    require_support,
    write_instilled,
)
from rules.exalted3e.actions.request import Request
from rules.exalted3e.actions.social import (
    GESTURES_RESOLVE,
    OVERTURN_RESOLVE,
    TASKS,
    UNAWARE_GUILE,
    UNSWAYED,
    appearance_dice,
    intimacy_terms,
)
from rules.exalted3e.pools import build_value
from rules.exalted3e.sheet import derived
from rules.exalted3e.sheet.blocks import Intimacy
from rules.exalted3e.sheet.model import Sheet
from rules.exalted3e.sheet.parse import parse_sheet
from rules.exalted3e.traits import INTENSITIES, label
from rules.pool import Breakdown, Term, change
from rules.tasks import InfluenceRules, ListenerState, Outcome
from rules.text import EMPTY, Text, word

SOCIAL = ("charisma", "manipulation", "appearance")
"""The Attributes of influence (3E-322)."""
WRITTEN = "linguistics"
"""The Ability of influence in writing (3E-338)."""


def compute_stand(action: str, heard: ListenerState) -> Breakdown:
    """Return the Resolve that the roll must reach, or the Guile of one who is read (3E-322, 3E-328, 3E-336, 3E-338)."""
    ruling: Ruling = heard.ruling
    is_read = action == READ
    base = base_stand(heard.now, is_read=is_read)
    bonus = change(Text("stunt, Willpower or Charm"), ruling.resolve, "bonus", "3E-018")
    wounds = change(Text("wounds"), -_wound(heard.now), "wound", "3E-144")
    if is_read:
        unaware = change(
            Text("unaware of being studied"), -UNAWARE_GUILE * (not ruling.aware), "circumstance", "3E-328"
        )
        return build_value(Text("Guile"), (base,), (*wounds, *bonus, *unaware), "3E-033")
    swayed = () if action in UNSWAYED else _sway(ruling)
    more = (
        *change(Text("gestures only"), GESTURES_RESOLVE * ruling.gestures, "circumstance", "3E-338"),
        *change(Text("overturns earlier influence"), OVERTURN_RESOLVE * ruling.overturns, "circumstance", "3E-336"),
    )
    return build_value(Text("Resolve"), (base,), (*wounds, *bonus, *swayed, *more), "3E-032")


def _sway(ruling: Ruling) -> tuple[Term, ...]:
    return intimacy_terms(parse_intensity(ruling.opposing) or None, parse_intensity(ruling.supporting) or None)


def base_stand(sheet: Sheet, *, is_read: bool = False) -> Term:
    """Return Resolve or Guile as the sheet has it (3E-032, 3E-033)."""
    name, rule = (Text("Guile"), "3E-033") if is_read else (Text("Resolve"), "3E-032")
    if sheet.is_quick:
        return Term(name, sheet.quick.guile if is_read else sheet.quick.resolve, "static", rule)
    value = derived.guile(sheet) if is_read else derived.resolve(sheet)
    return Term(name, value.total, "static", rule)


def _wound(sheet: Sheet) -> int:
    if sheet.archetype == "group":
        return 0
    return sheet.track.wound_penalty(bool(sheet.has_merit("pain_tolerance")))


class Influence(InfluenceRules):
    """Social influence of the Third Edition."""

    actions = ACTIONS
    private = frozenset({READ})
    once = ONCE
    retry = "3E-337"
    ruling, reply = Ruling, Reply

    def traits(self, action: str) -> str:
        """Return the pool of reading intentions (3E-328); for all else the roller chooses (3E-322)."""
        return "Perception + Socialize" if action == READ else ""

    def rule_traits(self, traits: str, ruling: Ruling) -> str:
        """Return the traits with Linguistics in place of another Ability for what is written (3E-338)."""
        attribute, plus, _ability = traits.partition("+")
        return f"{attribute.strip()} + {label(WRITTEN)}" if ruling.written and plus else traits

    def fit(self, action: str, sheet: Sheet, fields: Sequence[Field]) -> tuple[Field, ...]:
        """Return the fields without what is no choice: ready numbers have no traits, and only three Attributes fit."""
        dropped = ("group", "attribute", "ability") if sheet.is_quick else ("group",)
        return tuple(_fit_field(field) for field in fields if field.name not in dropped)

    def ask_ruling(self, action: str, heard: ListenerState) -> tuple[Field, ...]:
        """Return the Storyteller's form, with the Intimacies of the sheet."""
        none, all_of_it = Choice("", Text("none")), owned(heard.sheet)
        sheet: dict[str, Any] = {"choices": (none, *list_choices(all_of_it)), "kind": "choice", "initial": ""}
        ruled = {"opposing": sheet, "supporting": sheet}
        ruled["about"] = {**sheet, "choices": (none, *list_choices(all_of_it, others=False))}
        ruled["more"] = {"label": MORE.get(action)}
        ruled["unacceptable"] = {"help": ONCE[action]} if action in ONCE and heard.resisted else {}
        return list_fields(Ruling, ruled, *_list_asked(action, again=_is_tried_again(action, heard)))

    def check_ruling(self, action: str, heard: ListenerState) -> Text:
        """Return why nothing is rolled (3E-335). Raises `BadInput` for what Intimacies forbid (3E-329, 3E-330)."""
        ruling: Ruling = heard.ruling
        check_numbers(ruling)
        if ruling.size not in SIZES or ruling.way not in {change.value for change in WAYS}:
            raise BadInput("unknown_choice", Text("Choose one of the answers."), key="size")
        for name in (ruling.opposing, ruling.supporting, ruling.about):
            check_intimacy(heard.sheet, name)
        if ruling.unacceptable:
            return Text("unacceptable")
        if _is_tried_again(action, heard) and not ruling.more:
            return Text("not retried: needs more than before")
        if action in UNSWAYED:
            return EMPTY if ruling.fits else Text("unacceptable: the offer or threat does not fit")
        if action == INSTILL:
            check_change(ruling)
        if action == PERSUADE:
            check_another(ruling, heard.resisted)
            _check_size(ruling)
        return EMPTY

    def resist(self, action: str, heard: ListenerState) -> Breakdown:
        """Return Resolve or Guile."""
        return compute_stand(action, heard)

    def prepare(
        self, action: str, sheet: Sheet, request: Request, heard: Sequence[ListenerState], *, blind: bool = False
    ) -> Request:
        """Return the request with Appearance (3E-327), several targets (3E-333) and what it costs (3E-336).

        Of several targets the highest Resolve counts for Appearance.
        """
        _check_traits(action, sheet, request, any(listener.ruling.written for listener in heard))
        stands = [max(0, base_stand(listener.now).amount - _wound(listener.now)) for listener in heard]
        fair = sheet.quick.appearance if sheet.is_quick else sheet.attribute("appearance")
        looks = appearance_dice(action, fair, max(stands, default=0))
        several = len(heard) > 1 and action != INSPIRE
        overturns = any(listener.ruling.overturns for listener in heard)
        ready = ("senses" if action == READ else "influence") if sheet.is_quick else ""
        least = 1 if blind else min((compute_stand(action, listener).total for listener in heard), default=1)
        return replace(
            request, looks=0 if blind else looks, group=several, overturns=overturns, ready=ready, difficulty=least
        )

    def ask_reply(self, action: str, heard: ListenerState, *, title: str, storyteller: bool) -> tuple[Field, ...]:
        """Return the form of an answer: only the Storyteller may find it unacceptable (3E-335)."""
        enough = find_enough(action, heard.sheet, heard.ruling)
        answers = [Choice("accept", Text("Give in")), self._offer_refusal(action, heard, enough, storyteller)]
        if storyteller:
            answers.append(Choice("unacceptable", Text("Unacceptable: refuse at no cost")))
        fields = [*list_fields(Reply, {"answer": {"choices": tuple(answers), "kind": "choice"}}, "answer")]
        if action in TASKS:
            spoken = list_choices(enough, others=storyteller)
            changes = {"choices": (Choice("", Text("none")), *spoken), "kind": "choice", "initial": ""}
            fields += list_fields(Reply, {"intimacy": changes}, "intimacy")
        if action == INSTILL:
            names = ("writes", "text", "kind") if heard.ruling.way == "new" else ("writes",)
            fields += list_fields(Reply, {"text": {"initial": title}}, *names)
        return tuple(fields)

    def _offer_refusal(
        self, action: str, heard: ListenerState, enough: Sequence[Intimacy], storyteller: bool
    ) -> Choice:
        reason = EMPTY if heard.now.willpower.current > 0 else Text("No Willpower left.")
        if action in TASKS and not enough and not storyteller:
            reason = reason or Text("No other Intimacy is strong enough.")
        return Choice("refuse", Text("Refuse (1 Willpower)"), reason=reason)

    def answer(self, action: str, heard: ListenerState, reply: Reply, *, storyteller: bool) -> Outcome:
        """Return what an answer does: refusing costs Willpower, and for a task another Intimacy (3E-334, 3E-335)."""
        nothing: Mapping[str, Any] = {}
        if reply.answer == "accept":
            written = write_instilled(heard, reply) if action == INSTILL and reply.writes else nothing
            parse_sheet({**encode(heard.sheet), **written})  # refuses words that no sheet has
            return Outcome(True, Text("gives in"), "3E-334", nothing, written, describe_written(heard, reply, written))
        if reply.answer == "unacceptable" and storyteller:
            return Outcome(False, Text("finds it unacceptable"), "3E-335", nothing, nothing)
        if reply.answer != "refuse":
            raise BadInput("unknown_choice", Text("Choose one of the answers."), key="answer")
        if heard.now.willpower.current < 1:
            raise IllegalMove("no_willpower", Text("There is no Willpower left."))
        own = EMPTY
        if action in TASKS:
            _check_decision(action, heard, reply.intimacy, storyteller)
            own = Text("for {what}", what=describe_intimacy(reply.intimacy))
        price = {"willpower.current": heard.now.willpower.current - 1}
        return Outcome(False, Text("spends Willpower"), "3E-334", price, nothing, own)


def _fit_field(field: Field) -> Field:
    if field.name == "attribute":
        fit = tuple(choice for choice in field.choices if choice.value in SOCIAL)
        return replace(field, choices=fit, initial=SOCIAL[0])
    return replace(field, initial="presence") if field.name == "ability" else field


def _is_tried_again(action: str, heard: ListenerState) -> bool:
    """Return whether it is a try after a failure that takes more than before (3E-337)."""
    return action in MORE and heard.again


def _list_asked(action: str, *, again: bool) -> tuple[str, ...]:
    """Return the fields of the Storyteller's form that an action needs; `again`: after a failure."""
    if action == READ:
        return ("aware", "resolve", "unacceptable")
    weighs = ("fits",) if action in UNSWAYED else ("opposing", "supporting")
    own = {PERSUADE: ("size",), INSTILL: ("way", "about")}.get(action, ())
    return (*weighs, *own, *(("more",) if again else ()), "gestures", "written", "overturns", "resolve", "unacceptable")


def _check_size(ruling: Ruling) -> None:
    size, least = SIZES[ruling.size]
    values = {"size": size, "what": word(label(least))}
    require_support(
        ruling,
        least,
        Text("A {size} task needs a {what} Intimacy that supports it. Without one, it is unacceptable.", **values),
    )


def _check_traits(action: str, sheet: Sheet, request: Request, written: bool) -> None:
    """Raise `BadInput` for traits that are none of influence (3E-322, 3E-338); ready numbers need none."""
    if sheet.is_quick or action == READ:
        return
    if request.attribute not in SOCIAL:
        sentence = Text("Influence is Charisma, Manipulation or Appearance plus an Ability.")
        raise BadInput("wrong_attribute", sentence, key="attribute", rule="3E-322")
    if written and request.ability != WRITTEN:
        raise BadInput("wrong_ability", Text("Written influence is rolled with Linguistics."), key="ability")


def _check_decision(action: str, heard: ListenerState, name: str, storyteller: bool) -> None:
    """Raise `BadInput` unless another Intimacy, strong enough, speaks against the task (3E-334)."""
    enough = {name_intimacy(intimacy) for intimacy in find_enough(action, heard.sheet, heard.ruling)}
    unlisted = storyteller and name in {f"{intensity}:" for intensity in INTENSITIES}
    if name not in enough and not unlisted:
        sentence = Text("To refuse a task, choose an Intimacy that is strong enough and has not modified Resolve.")
        raise BadInput("no_decision_point", sentence, key="intimacy", rule="3E-334")
