"""Forms of members: an invite link, and a role."""

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.models import Role


class InviteForm(forms.Form):
    """A link for new members."""

    role = forms.ChoiceField(label=_("Joins as"), choices=Role.choices, initial=Role.PLAYER)


class RoleForm(forms.Form):
    """The new role of a member."""

    role = forms.ChoiceField(label=_("Role"), choices=Role.choices)
