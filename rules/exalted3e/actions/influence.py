"""Social influence outside a fight: rulings, Resolve and Guile, answers, and Intimacies that come of it (3E-322 on)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.battle import Choice, Field
from rules.battle.declare import ask, check_numbers, list_fields
from rules.codec import encode
from rules.errors import BadInput, IllegalMove
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
from rules.exalted3e.sheet.model import MAX_ITEMS, Sheet
from rules.exalted3e.sheet.parse import parse_sheet
from rules.exalted3e.traits import INTENSITIES, label
from rules.pool import Breakdown, Term, change
from rules.tasks import Heard, InfluenceRules, Outcome
from rules.text import EMPTY, Text, verbatim, word

READ, INSTILL, INSPIRE = "read", "instill", "inspire"
ACTIONS = (
    Choice(INSTILL, Text("Instill"), Text("a feeling: an Intimacy is made, strengthened or weakened")),
    Choice("persuade", Text("Persuade"), Text("to a task, by an Intimacy that supports it")),
    Choice("bargain", Text("Bargain"), Text("for a task, with an offer")),
    Choice("threaten", Text("Threaten"), Text("into a task")),
    Choice(INSPIRE, Text("Inspire"), Text("an emotion, which counts as a Major Intimacy")),
    Choice(READ, Text("Read intentions"), Text("unnoticed, against Guile")),
)
"""What may be tried (3E-328 to 3E-332)."""
SOCIAL = ("charisma", "manipulation", "appearance")
"""The Attributes of influence (3E-322)."""
SIZES: Mapping[str, tuple[Text, str]] = {
    "trivial": (Text("trivial"), ""),
    "inconvenient": (Text("inconvenient"), "minor"),
    "serious": (Text("serious"), "major"),
    "life": (Text("life-changing"), "defining"),
}
"""How much a persuasion asks for, and the Intimacy that must support it (3E-330)."""
WAYS = (
    Choice("new", Text("a new Minor Intimacy")),
    Choice("strengthen", Text("an Intimacy grows stronger")),
    Choice("weaken", Text("an Intimacy grows weaker")),
)
RETRIES = {
    INSTILL: Text("It was tried before: now it takes clearly stronger evidence (3E-337)."),
    "persuade": Text("It was tried before: now it takes another Intimacy, at least as strong (3E-337)."),
    "bargain": Text("It was tried before: now it takes a clearly better offer (3E-337)."),
    "threaten": Text("It was tried before: now the threat must escalate (3E-337)."),
    INSPIRE: Text("It was tried before: not again before the next scene (3E-337)."),
    READ: Text("It was tried before: not again on this target in this scene (3E-337)."),
}
"""What another try takes after a failure."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the Storyteller says of influence on one character.

    An Intimacy is written as its intensity, a colon and its words; without words it stands on no sheet. `fits`: the
    offer is fitting, or the threat feared more than the task. `resolve`: what stunts, Willpower and Charms add.
    """

    opposing: str = ask("Strongest opposing Intimacy", high=300, default="", required=False)
    supporting: str = ask("Strongest supporting Intimacy", high=300, default="", required=False)
    size: str = ask("The task is", default="trivial", choices=tuple(Choice(k, text) for k, (text, _) in SIZES.items()))
    fits: bool = ask("The offer fits, or the threat is feared more than the task", default=True, required=False)
    way: str = ask("What it would change", default="new", choices=WAYS)
    about: str = ask("Intimacy that grows stronger or weaker", high=300, default="", required=False)
    gestures: bool = ask("By gestures only", default=False, required=False, help="Resolve +2")
    written: bool = ask("In writing", default=False, required=False, help="Linguistics is rolled.")
    overturns: bool = ask(
        "Overturns what the target accepted before", default=False, required=False, help="Resolve +3, 1 Willpower"
    )
    aware: bool = ask("The target knows that it is studied", default=False, required=False, help="else Guile −2")
    resolve: int = ask("Bonus of a stunt, Willpower or Charm", -5, 10, default=0, required=False)
    unacceptable: bool = ask("Unacceptable: nothing is rolled", default=False, required=False)


@dataclass(frozen=True, slots=True)
class Reply:
    """What a character who was reached answers. `writes`: the Intimacy that was instilled goes onto the sheet."""

    answer: str = ask("Answer", default="accept")
    intimacy: str = ask("The Intimacy that speaks against it", high=300, default="", required=False)
    writes: bool = ask("Write it on the sheet", default=True, required=False)
    text: str = ask("The Intimacy", high=200, default="", required=False)
    kind: str = ask("Kind", default="tie", choices=(Choice("tie", Text("Tie")), Choice("principle", Text("Principle"))))


def name_intimacy(one: Intimacy) -> str:
    """Return an Intimacy as a form sends it."""
    return f"{one.intensity}:{one.text}"


def read_intensity(name: str) -> str:
    """Return the intensity of an Intimacy that a form sent; empty for none."""
    return name.partition(":")[0]


def owned(sheet: Sheet) -> tuple[Intimacy, ...]:
    """Return the Intimacies that are written on the sheet, the strongest first."""
    written = (one for one in sheet.intimacies if one.text.strip())
    return tuple(sorted(written, key=lambda one: -INTENSITIES.index(one.intensity)))


def _choices(intimacies: Iterable[Intimacy], *, others: bool = True) -> tuple[Choice, ...]:
    listed = tuple(
        Choice(name_intimacy(one), Text("{what}: {text}", what=word(label(one.intensity)), text=one.text))
        for one in intimacies
    )
    unlisted = (Choice(f"{one}:", Text("{what}, on no sheet", what=word(label(one)))) for one in reversed(INTENSITIES))
    return (*listed, *(unlisted if others else ()))


def read_stand(action: str, heard: Heard) -> Breakdown:
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
    return intimacy_terms(read_intensity(ruling.opposing) or None, read_intensity(ruling.supporting) or None)


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


def find_enough(action: str, sheet: Sheet, ruling: Ruling) -> tuple[Intimacy, ...]:
    """Return the Intimacies by which the target may refuse a task: as strong as the supporting one, and none of those
    that weighed on Resolve (3E-334).
    """
    if action in UNSWAYED:
        return owned(sheet)
    used, support = {ruling.opposing, ruling.supporting}, read_intensity(ruling.supporting)
    least = INTENSITIES.index(support) if support else 0
    fit = (one for one in owned(sheet) if INTENSITIES.index(one.intensity) >= least)
    return tuple(one for one in fit if name_intimacy(one) not in used)


def step_intensity(way: str, intensity: str) -> str:
    """Return the intensity after it grows stronger or weaker; empty when nothing of it is left."""
    place = INTENSITIES.index(intensity) + (1 if way == "strengthen" else -1)
    return INTENSITIES[place] if place >= 0 else ""


def needed_support(way: str, intensity: str) -> str:
    """Return the Intimacy that must support a change of this one; empty for none (3E-329)."""
    if way == "strengthen":
        return {"minor": "minor", "major": "major"}.get(intensity, "")
    return {"major": "minor", "defining": "major"}.get(intensity, "") if way == "weaken" else ""


class Influence(InfluenceRules):
    """Social influence of the Third Edition."""

    actions = ACTIONS
    private = frozenset({READ})
    ruling, reply = Ruling, Reply

    def traits(self, action: str) -> str:
        """Return the pool of reading intentions (3E-328); for all else the roller chooses (3E-322)."""
        return "Perception + Socialize" if action == READ else ""

    def fit(self, action: str, sheet: Sheet, fields: Sequence[Field]) -> tuple[Field, ...]:
        """Return the fields without what is no choice: ready numbers have no traits, and only three Attributes fit."""
        dropped = ("group", "attribute", "ability") if sheet.is_quick else ("group",)
        return tuple(_fit_field(field) for field in fields if field.name not in dropped)

    def ask_ruling(self, action: str, heard: Heard, failures: int) -> tuple[Field, ...]:
        """Return the Storyteller's form, with the Intimacies of the sheet."""
        none, all_of_it = Choice("", Text("none")), owned(heard.sheet)
        sheet: dict[str, Any] = {"choices": (none, *_choices(all_of_it)), "kind": "choice", "initial": ""}
        ruled = {"opposing": sheet, "supporting": sheet}
        ruled["about"] = {**sheet, "choices": (none, *_choices(all_of_it, others=False))}
        ruled["unacceptable"] = {"help": RETRIES[action]} if failures else {}
        return list_fields(Ruling, ruled, *_list_asked(action))

    def check_ruling(self, action: str, heard: Heard) -> Text:
        """Return why nothing is rolled (3E-335). Raises `BadInput` for what Intimacies forbid (3E-329, 3E-330)."""
        ruling: Ruling = heard.ruling
        check_numbers(ruling)
        if ruling.size not in SIZES or ruling.way not in {way.value for way in WAYS}:
            raise BadInput("unknown_choice", Text("Choose one of the answers."), key="size")
        for name in (ruling.opposing, ruling.supporting, ruling.about):
            _check_intimacy(heard.sheet, name)
        if ruling.unacceptable:
            return Text("unacceptable")
        if action in UNSWAYED:
            return EMPTY if ruling.fits else Text("unacceptable: the offer or threat does not fit")
        if action == INSTILL:
            _check_change(heard.sheet, ruling)
        if action == "persuade":
            _check_size(ruling)
        return EMPTY

    def resist(self, action: str, heard: Heard) -> Breakdown:
        """Return Resolve or Guile."""
        return read_stand(action, heard)

    def prepare(
        self, action: str, sheet: Sheet, request: Request, heard: Sequence[Heard], *, blind: bool = False
    ) -> Request:
        """Return the request with Appearance (3E-327), several targets (3E-333) and what it costs (3E-336).

        Of several targets the highest Resolve counts for Appearance.
        """
        _check_traits(action, sheet, request, any(one.ruling.written for one in heard))
        stands = [max(0, base_stand(one.now).amount - _wound(one.now)) for one in heard]
        looks = appearance_dice(action, 0 if sheet.is_quick else sheet.attribute("appearance"), max(stands, default=0))
        several = len(heard) > 1 and action != INSPIRE
        overturns = any(one.ruling.overturns for one in heard)
        ready = ("senses" if action == READ else "influence") if sheet.is_quick else ""
        least = 1 if blind else min((read_stand(action, one).total for one in heard), default=1)
        return replace(
            request, looks=0 if blind else looks, group=several, overturns=overturns, ready=ready, difficulty=least,
        )  # fmt: skip

    def ask_reply(self, action: str, heard: Heard, *, title: str, storyteller: bool) -> tuple[Field, ...]:
        """Return the form of an answer: only the Storyteller may find it unacceptable (3E-335)."""
        enough = find_enough(action, heard.sheet, heard.ruling)
        answers = [Choice("accept", Text("Give in")), self._offer_refusal(action, heard, enough, storyteller)]
        if storyteller:
            answers.append(Choice("unacceptable", Text("Unacceptable: refuse freely")))
        fields = [*list_fields(Reply, {"answer": {"choices": tuple(answers), "kind": "choice"}}, "answer")]
        if action in TASKS:
            spoken = _choices(enough, others=storyteller)
            changes = {"choices": (Choice("", Text("none")), *spoken), "kind": "choice", "initial": ""}
            fields += list_fields(Reply, {"intimacy": changes}, "intimacy")
        if action == INSTILL:
            names = ("writes", "text", "kind") if heard.ruling.way == "new" else ("writes",)
            fields += list_fields(Reply, {"text": {"initial": title}}, *names)
        return tuple(fields)

    def _offer_refusal(self, action: str, heard: Heard, enough: Sequence[Intimacy], storyteller: bool) -> Choice:
        reason = EMPTY if heard.now.willpower.current > 0 else Text("No Willpower is left.")
        if action in TASKS and not enough and not storyteller:
            reason = reason or Text("No other Intimacy is strong enough.")
        return Choice("refuse", Text("Refuse, for 1 Willpower"), reason=reason)

    def answer(self, action: str, heard: Heard, reply: Reply, *, storyteller: bool) -> Outcome:
        """Return what an answer does: refusing costs Willpower, and for a task another Intimacy (3E-334, 3E-335)."""
        nothing: Mapping[str, Any] = {}
        if reply.answer == "accept":
            written = _write(heard, reply) if action == INSTILL and reply.writes else nothing
            parse_sheet({**encode(heard.sheet), **written})  # refuses words that no sheet has
            return Outcome(True, Text("gives in"), "3E-334", nothing, written, _tell_written(heard, reply, written))
        if reply.answer == "unacceptable" and storyteller:
            return Outcome(False, Text("finds it unacceptable"), "3E-335", nothing, nothing)
        if reply.answer != "refuse":
            raise BadInput("unknown_choice", Text("Choose one of the answers."), key="answer")
        if heard.now.willpower.current < 1:
            raise IllegalMove("no_willpower", Text("There is no Willpower left."))
        own = EMPTY
        if action in TASKS:
            _check_decision(action, heard, reply.intimacy, storyteller)
            own = Text("for {what}", what=tell_intimacy(reply.intimacy))
        price = {"willpower.current": heard.now.willpower.current - 1}
        return Outcome(False, Text("spends Willpower"), "3E-334", price, nothing, own)


def _fit_field(field: Field) -> Field:
    if field.name == "attribute":
        fit = tuple(choice for choice in field.choices if choice.value in SOCIAL)
        return replace(field, choices=fit, initial=SOCIAL[0])
    return replace(field, initial="presence") if field.name == "ability" else field


def _list_asked(action: str) -> tuple[str, ...]:
    """Return the fields of the Storyteller's form that an action needs."""
    if action == READ:
        return ("aware", "resolve", "unacceptable")
    weighs = ("fits",) if action in UNSWAYED else ("opposing", "supporting")
    own = {"persuade": ("size",), INSTILL: ("way", "about")}.get(action, ())
    return (*weighs, *own, "gestures", "written", "overturns", "resolve", "unacceptable")


def _check_intimacy(sheet: Sheet, name: str) -> None:
    """Raise `BadInput` for an Intimacy that the sheet does not have; one without words stands on no sheet."""
    intensity, _, text = name.partition(":")
    known = {name_intimacy(one) for one in owned(sheet)}
    if name and (intensity not in INTENSITIES or (text and name not in known)):
        raise BadInput("unknown_intimacy", Text("That Intimacy does not stand on the sheet any more."), key="intimacy")


def _require(ruling: Ruling, least: str, sentence: Text) -> None:
    """Raise `BadInput` where the supporting Intimacy is weaker than the book asks."""
    has = read_intensity(ruling.supporting)
    if least and (not has or INTENSITIES.index(has) < INTENSITIES.index(least)):
        raise BadInput("weak_support", sentence, key="supporting")


def _check_size(ruling: Ruling) -> None:
    size, least = SIZES[ruling.size]
    told = {"size": size, "what": word(label(least))}
    _require(ruling, least, Text(
        "A task that is {size} takes a {what} Intimacy that supports it. Without one it is unacceptable.", **told
    ))  # fmt: skip


def _check_change(sheet: Sheet, ruling: Ruling) -> None:
    if ruling.way == "new":
        return
    intensity = read_intensity(ruling.about)
    if not intensity:
        raise BadInput("no_intimacy", Text("Choose the Intimacy that grows stronger or weaker."), key="about")
    if ruling.way == "strengthen" and intensity == INTENSITIES[-1]:
        raise BadInput("strongest", Text("A Defining Intimacy grows no stronger."), key="about")
    if ruling.about == ruling.supporting:
        raise BadInput("same_intimacy", Text("Another Intimacy must support the change."), key="supporting")
    least = needed_support(ruling.way, intensity)
    _require(
        ruling, least, Text("This change takes another {what} Intimacy that supports it.", what=word(label(least)))
    )


def _check_traits(action: str, sheet: Sheet, request: Request, written: bool) -> None:
    """Raise `BadInput` for traits that are none of influence (3E-322, 3E-338); ready numbers need none."""
    if sheet.is_quick or action == READ:
        return
    if request.attribute not in SOCIAL:
        sentence = Text("Influence is Charisma, Manipulation or Appearance with an Ability.")
        raise BadInput("wrong_attribute", sentence, key="attribute", rule="3E-322")
    if written and request.ability != "linguistics":
        raise BadInput("wrong_ability", Text("Written influence is rolled with Linguistics."), key="ability")


def _check_decision(action: str, heard: Heard, name: str, storyteller: bool) -> None:
    """Raise `BadInput` unless another Intimacy, strong enough, speaks against the task (3E-334)."""
    enough = {name_intimacy(one) for one in find_enough(action, heard.sheet, heard.ruling)}
    unlisted = storyteller and name in {f"{one}:" for one in INTENSITIES}
    if name not in enough and not unlisted:
        sentence = Text("To refuse a task, choose an Intimacy that is strong enough and did not weigh on Resolve.")
        raise BadInput("no_decision_point", sentence, key="intimacy", rule="3E-334")


def _write(heard: Heard, reply: Reply) -> Mapping[str, Any]:
    """Return the Intimacies of the sheet after one was instilled (3E-329)."""
    ruling: Ruling = heard.ruling
    kept = [one for one in heard.sheet.intimacies if one.text.strip()]
    if ruling.way == "new":
        text = " ".join(reply.text.split())
        if not text:
            raise BadInput("no_text", Text("Say what the Intimacy is."), key="text")
        if len(kept) >= MAX_ITEMS:
            raise BadInput("too_many", Text("A sheet has room for {n} Intimacies.", n=MAX_ITEMS), key="text")
        kind = reply.kind if reply.kind in ("tie", "principle") else "tie"
        return {"intimacies": encode((*kept, Intimacy(text, kind, "minor")))}
    changed = []
    for one in kept:
        now = step_intensity(ruling.way, one.intensity) if name_intimacy(one) == ruling.about else one.intensity
        changed += [replace(one, intensity=now)] if now else []
    return {"intimacies": encode(tuple(changed))}


def _tell_written(heard: Heard, reply: Reply, written: Mapping[str, Any]) -> Text:
    """Return what was written on the sheet, for the seats that may read it."""
    if not written:
        return EMPTY
    ruling: Ruling = heard.ruling
    if ruling.way == "new":
        return Text("a new Minor Intimacy: {text}", text=verbatim(" ".join(reply.text.split())))
    now = step_intensity(ruling.way, read_intensity(ruling.about))
    if not now:
        return Text("no longer: {what}", what=tell_intimacy(ruling.about))
    return Text("{what}, now {now}", what=tell_intimacy(ruling.about), now=word(label(now)))


def tell_intimacy(name: str) -> Text:
    """Return an Intimacy that a form sent, in words."""
    intensity, _, text = name.partition(":")
    if not text:
        return Text("a {what} Intimacy", what=word(label(intensity)))
    return Text("{what}: {text}", what=word(label(intensity)), text=text)
