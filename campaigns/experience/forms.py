"""Forms for experience: wishes, awards and answers. The rules decide what is for sale."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms.boundfield import BoundWidget
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from campaigns.chronicle.tree import build_tree, walk
from campaigns.core.language import translate
from campaigns.core.name_field import NameField
from campaigns.experience.ledger import MAX_POINTS, MAX_REASON, Gift, Occasion
from campaigns.experience.opening import MAX_OPENING
from campaigns.experience.proposals import MAX_SECONDS, MAX_WORDS, Wish
from campaigns.models import OPENING, Character, Episode, Membership, Proposal, Scene, Session, Story
from campaigns.sessions.visible import list_begun, say_session
from rules import get_system
from rules.raising import DAY, GENERAL, Award, Raise
from rules.text import isolate_name

GOOD = "good"
FIGURE = "figure:"
GOAL = "goal:"


@dataclass(frozen=True, slots=True)
class WishForm:
    """What a request for a purchase asks for."""

    wish: Wish
    what: str
    """The trait or good as the page names it: "limbs.arms:4", "good:motto". Empty if nothing is chosen."""


def parse_wish(raises: Mapping[str, Raise], data: QueryDict) -> WishForm:
    """Return the wish in a request. A raise begins where the trait stood when the page was drawn, or stands now."""
    what = data.get("what", "")[:120].replace("\0", "")
    path, _colon, dots = what.rpartition(":")
    purse = data.get("purse", "")[:20]
    if path == GOOD:
        figures = {name.removeprefix(FIGURE): _number(data.get(name, "")) for name in data if name.startswith(FIGURE)}
        trait, name, favored = data.get("trait", "")[:80], data.get("name", "")[:200], data.get("favored") == "on"
        return WishForm(Wish(good=dots, figures=figures, trait=trait, name=name, favored=favored, purse=purse), what)
    stands = raises[path].value if path in raises else 0
    before = _number(data.get("before", "")) if "before" in data else stands
    return WishForm(Wish(path=path, before=before, after=_number(dots), purse=purse), what)


def parse_goals(data: QueryDict) -> dict[str, int]:
    """Return the goals of a plan, path to dots, from parameters such as "goal:limbs.arms=4"."""
    sent = {name.removeprefix(GOAL): _number(data.get(name, "")) for name in data if name.startswith(GOAL)}
    return {path: dots for path, dots in sent.items() if dots > 0}


def _number(text: str) -> int:
    """Return the number that was typed, or -1 if it is none."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else -1


class AwardForm(forms.Form):
    """Experience for some of the characters: the system's reasons with their points, or a reason of your own.

    `session`: what it is for at first; `present`: the people who were there, whose characters are ticked at first. If
    it is empty, all played characters are.
    """

    own = NameField(label=_("Your own reason"), max_length=MAX_REASON, required=False)
    own_points = forms.IntegerField(label=_("Points"), min_value=1, max_value=MAX_POINTS, required=False)

    def __init__(
        self,
        membership: Membership,
        characters: list[Character],
        data: Any = None,
        present: Collection[int] = (),
        session: Session | None = None,
    ) -> None:
        self._played = {character.pk for character in characters if character.owner_id}
        attended = {character.pk for character in characters if character.owner_id in present}
        occasion = f"session:{session.pk}" if session else ""
        super().__init__(data, initial={"who": sorted(attended or self._played), "occasion": occasion})
        self._rules = get_system(membership.series.system).experience
        self._parts = {
            f"{branch.kind}:{branch.part.pk}": branch
            for branch in walk(build_tree(membership))
            if branch.kind != "downtime"
        }
        indent = {"story": "", "episode": "– ", "scene": "– – "}
        parts = [
            (key, f"{indent[branch.kind]}{isolate_name(branch.part.title)}") for key, branch in self._parts.items()
        ]
        self._sessions = {f"session:{session.pk}": session for session in list_begun(membership.series)}
        evenings = [(key, say_session(session)) for key, session in self._sessions.items()]
        nothing = _("None of these") if evenings else _("This session")
        self.fields["who"] = forms.TypedMultipleChoiceField(
            label=_("Characters"),
            choices=[(character.pk, character.name) for character in characters],
            coerce=int,
            widget=forms.CheckboxSelectMultiple,
        )
        self.fields["occasion"] = forms.ChoiceField(
            label=_("For"), choices=[*evenings[:1], ("", nothing), *evenings[1:], *parts], required=False
        )
        self.fields["purse"] = forms.ChoiceField(
            label=_("To"), choices=[(key, translate(purse)) for key, purse in self._rules.purses.items()]
        )
        for award in self._rules.awards:
            self.fields[f"reason:{award.key}"] = forms.BooleanField(label=award.label, required=False)
            self.fields[f"points:{award.key}"] = forms.IntegerField(
                label=award.label, min_value=1, max_value=MAX_POINTS, required=False, initial=award.points or None
            )

    @property
    def played(self) -> list[BoundWidget]:
        """The checkboxes of the players' characters."""
        return [box for box in self["who"] if box.data["value"] in self._played]

    @property
    def unplayed(self) -> list[BoundWidget]:
        """The checkboxes of all other characters, which are many and seldom get anything."""
        return [box for box in self["who"] if box.data["value"] not in self._played]

    @property
    def has_unplayed(self) -> bool:
        """Whether one of the others is chosen."""
        return any(box.data["selected"] for box in self.unplayed)

    @property
    def reasons(self) -> Iterator[tuple[Award, str, Any, Any]]:
        """The system's reasons: the award, its purse in words, and its two fields."""
        for award in self._rules.awards:
            purse = self._rules.purses[award.purse] if award.purse != GENERAL else ""
            yield award, purse, self[f"reason:{award.key}"], self[f"points:{award.key}"]

    def clean(self) -> dict[str, Any]:
        """Check that each chosen reason has points, and that typed points have a reason."""
        values = super().clean() or {}
        for award in self._rules.awards:
            ticked, points = values.get(f"reason:{award.key}"), values.get(f"points:{award.key}")
            if ticked and not points:
                self.add_error(f"points:{award.key}", _("Enter how many points."))
            elif points and not ticked and points != award.points:
                self.add_error(f"points:{award.key}", _("Tick the reason too, or remove these points."))
        if values.get("own") and not values.get("own_points"):
            self.add_error("own_points", _("Enter how many points."))
        elif values.get("own_points") and not values.get("own"):
            self.add_error("own", _("Enter what these points are for."))
        return values

    @property
    def gifts(self) -> list[Gift]:
        """The gifts that were chosen. Only after `is_valid`."""
        values = self.cleaned_data
        ticked = [award for award in self._rules.awards if values[f"reason:{award.key}"]]
        gifts = [Gift(award.purse, values[f"points:{award.key}"], award.label, award.key) for award in ticked]
        return [*gifts, Gift(values["purse"], values["own_points"], values["own"])] if values["own"] else gifts

    @property
    def occasion(self) -> Occasion:
        """What the experience is for. Only after `is_valid`."""
        if session := self._sessions.get(self.cleaned_data["occasion"]):
            return session
        found = self._parts.get(self.cleaned_data["occasion"])
        part = found.part if found else None
        return part if isinstance(part, Story | Episode | Scene) else None


class AnswerForm(forms.Form):
    """The Storyteller's answer to a proposal. `missing`: the points that the character lacks for the price."""

    decision = forms.ChoiceField(choices=[("approve", _("Approve")), ("refuse", _("Refuse"))])
    points = forms.IntegerField(label=_("Points"), min_value=0, max_value=MAX_POINTS)
    days = forms.IntegerField(label=_("Days of training"), min_value=0, max_value=MAX_SECONDS // DAY)
    words = NameField(label=_("Note to the player"), max_length=MAX_WORDS, required=False)

    def __init__(self, proposal: Proposal, missing: int = 0, data: Any = None) -> None:
        self.proposal, self.missing = proposal, missing
        first = {"points": proposal.points, "days": proposal.seconds // DAY}
        super().__init__(data, initial=first, auto_id=f"p{proposal.pk}_%s")
        if proposal.good == OPENING:
            for name, label in (("earned", _("Earned before")), ("spent", _("Spent before"))):
                self.fields[name] = forms.IntegerField(
                    label=label, min_value=0, max_value=MAX_OPENING, required=False, initial=proposal.figures.get(name)
                )

    @property
    def opening(self) -> tuple[int, int] | None:
        """What was earned and spent before, where both are said. Only after `is_valid`."""
        earned, spent = self.cleaned_data.get("earned"), self.cleaned_data.get("spent")
        return None if earned is None or spent is None else (earned, spent)

    @property
    def seconds(self) -> int:
        """The training time. It is unchanged if its days were left alone. Only after `is_valid`."""
        days: int = self.cleaned_data["days"]
        return self.proposal.seconds if days == self.proposal.seconds // DAY else days * DAY
