"""Set and remove portraits."""

from base64 import b64encode

from campaigns.core.access import require_editor
from campaigns.core.locks import lock_character, locked_series
from campaigns.core.pictures import name_of
from campaigns.core.quotas import require_storage_room
from campaigns.models import Character, Membership, Portrait
from campaigns.people.portraits.drawing import make_portrait


def set_portrait(membership: Membership, character: Character, content: bytes) -> None:
    """Replace the character's portrait by this picture. Raises `Refused` if it is not a picture."""
    require_editor(character, membership)
    require_storage_room(membership.series)
    image = make_portrait(content)
    with locked_series(membership):
        require_editor(lock_character(character), membership)
        keep_portrait(character, image)


def keep_portrait(character: Character, image: bytes) -> None:
    """Store a square that `make_portrait` drew. Call it in a transaction."""
    Portrait.objects.update_or_create(character=character, defaults={"image": b64encode(image).decode()})
    Character.objects.filter(pk=character.pk).update(portrait_name=name_of(image))


def remove_portrait(membership: Membership, character: Character) -> None:
    """Delete the portrait. Pages then show initials."""
    with locked_series(membership):
        require_editor(lock_character(character), membership)
        Portrait.objects.filter(character=character).delete()
        Character.objects.filter(pk=character.pk).update(portrait_name="")
