"""What shows the Storyteller of a new series how to begin: the link for players, and who has come with which hero."""

from campaigns.models import Membership, Role
from play.seats.board import JoinedPlayer, Start
from play.seats.facts import TableFacts


def find_start(facts: TableFacts) -> Start:
    """Return it for the table of the series' scene."""
    series = facts.scene.series
    invite = series.invites.filter(role=Role.PLAYER, revoked_at=None).first()
    players = [member for member in facts.members if member.role == Role.PLAYER]
    return Start(
        series=series.pk,
        invite=invite.token if invite else "",
        players=tuple(_join(facts, member) for member in players),
    )


def _join(facts: TableFacts, member: Membership) -> JoinedPlayer:
    heroes = [character.name for character in facts.characters if character.owner_id == member.user_id]
    return JoinedPlayer(member.user.get_username(), tuple(heroes))
