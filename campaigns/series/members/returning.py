"""Who comes back to a series that was imported, and what she played in it before."""

from collections.abc import Iterable

from campaigns.models import Character, Membership, Role, Series


def list_offers(series: Series, members: Iterable[Membership]) -> list[tuple[Membership, Character]]:
    """Return the characters that nobody plays, with the member who has the name of who played each before.

    Anybody can take a name on a new server: the Storyteller decides whether it is the same person.
    """
    by_name = {member.user.get_username().casefold(): member for member in members if member.role != Role.SPECTATOR}
    waiting = Character.objects.filter(series=series, owner=None).exclude(former_player="")
    found = (
        (by_name.get(character.former_player.casefold()), character)
        for character in waiting.only("pk", "name", "former_player")
    )
    return [(member, character) for member, character in found if member is not None]
