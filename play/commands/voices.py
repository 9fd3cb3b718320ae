"""Who speaks, acts and rolls in a line of the log: the person, a character, or a name that the Storyteller typed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from campaigns.core.access import visible_characters
from campaigns.core.seats import person_key
from campaigns.core.visible_text import is_visible
from campaigns.models import Character, Role
from play.commands.context import CommandContext
from play.commands.moves import Say
from play.table.side_scenes import SideScene, list_side_scenes
from play.table.speech import Emoted, Said
from rules.battle import STORYTELLER, Audience, Seat
from rules.errors import BadInput, IllegalMove
from rules.names import clean_line, is_line
from rules.text import Text

FREE = "name"
"""The speaker of a line that is spoken under a typed name."""
MAX_NAME = 60
"""The most characters of such a name."""
STORYTELLER_NAMES = ("storyteller", "st", "gm")


@dataclass(frozen=True, slots=True)
class Voice:
    """Whose words a line has. `character` is None for the person and for a typed name.

    `known`: the name of a hidden character in a fight where everybody sees it. `is_chosen`: the person chose somebody.
    `side_scene`: that in which the words are said.
    """

    name: str
    character: Character | None = None
    known: str = ""
    is_chosen: bool = False
    side_scene: SideScene | None = None

    def say(
        self, text: str, to: str = "", player: str = "", audience: Audience = None, *, kind: type[Said] = Said
    ) -> Said:
        """Return a line of speech, or a post."""
        key, veiled = self._place()
        side_scene = self.side_scene.name if self.side_scene else None
        return kind(self.name, text, key, veiled, self.known, to, player, audience=audience, strand=side_scene)

    def emote(self, text: str, audience: Audience = None) -> Emoted:
        """Return a deed."""
        key, veiled = self._place()
        side_scene = self.side_scene.name if self.side_scene else None
        return Emoted(self.name, text, key, veiled, self.known, audience=audience, strand=side_scene)

    @property
    def readers(self) -> Audience:
        """Who reads what is said aloud: all, or those who read the side scene."""
        return self.side_scene.audience if self.side_scene else None

    def _place(self) -> tuple[str, bool]:
        return ("", False) if self.character is None else (str(self.character.pk), self.character.hidden)


def find_voice(context: CommandContext, move: Say) -> Voice:
    """Return the voice of a line, by its `speaker`, `name` and `strand`.

    Raises for a character that the seat may not act for, as for one that does not exist; so for side scenes.
    """
    voice = _find_speaker(context, move.speaker, move.name)
    if not move.strand:
        return voice
    if move.to:
        raise IllegalMove("whisper_in_strand", Text("Whispers can’t be part of a side scene. Choose the main scene."))
    return replace(voice, side_scene=find_side_scene(context, move.strand))


def find_side_scene(context: CommandContext, id: str) -> SideScene:
    """Return an open side scene that the seat reads. Any other is refused like one that does not exist."""
    found = next(
        (
            side_scene
            for side_scene in list_side_scenes(context.state.strands, context.seat)
            if side_scene.name.id == id
        ),
        None,
    )
    if found is None or not found.is_open:
        raise IllegalMove("no_strand", Text("That side scene no longer exists. Choose another, or the main scene."))
    return found


def _find_speaker(context: CommandContext, speaker: str, name: str) -> Voice:
    if not speaker:
        return Voice(context.name)
    if speaker == FREE:
        return Voice(_check_name(context, name), is_chosen=True)
    return _voice_of(context, context.get_character(speaker))


def find_own_voice(context: CommandContext) -> Voice:
    """Return the voice of a person who has chosen none: that of the only character, unless it is hidden."""
    mine = _own_characters(context)
    return _voice_of(context, mine[0]) if len(mine) == 1 and not mine[0].hidden else Voice(context.name)


def _voice_of(context: CommandContext, character: Character) -> Voice:
    known = _name_in_fight(context, character) if character.hidden else ""
    return Voice(character.name, character, known, is_chosen=True)


def _name_in_fight(context: CommandContext, character: Character) -> str:
    """Return the name under which everybody sees a hidden character in this fight; empty if not everybody does."""
    rules, battle = context.system.battle, context.state.battle
    if battle is None:
        return ""
    key = str(character.pk)
    own = {who["id"] for who in rules.view(battle, STORYTELLER)["combatants"] if who["character"] == key}
    return next(
        (combatant["name"] for combatant in rules.view(battle, Seat())["combatants"] if combatant["id"] in own), ""
    )


def _check_name(context: CommandContext, name: str) -> str:
    if not context.seat.storyteller:
        raise IllegalMove("not_storyteller", Text("Only the Storyteller can speak under any name."))
    plain = clean_line(name)
    if not is_visible(plain) or not is_line(plain):
        raise BadInput("bad_name", Text("Enter the speaker’s name."), key="name")
    if len(plain) > MAX_NAME:
        raise BadInput("bad_name", Text("A name in the log can have at most {n} characters.", n=MAX_NAME), key="name")
    return plain


@dataclass(frozen=True, slots=True)
class Ear:
    """Who hears a line: all, or the `player` of the character of this name; without a name the Storyteller."""

    name: str = ""
    player: str = ""
    audience: Audience = None


def whisperer(context: CommandContext) -> tuple[str, ...]:
    """Return the audience of what only a person and the Storyteller read."""
    return (person_key(context.membership.user_id),)


def find_ear(context: CommandContext, to: str) -> Ear:
    """Return who reads a whisper, apart from its sender: the Storyteller, or a player.

    `to`: the name or the key of a character that the player plays, or the person's own name.
    """
    if to.casefold() in STORYTELLER_NAMES or _is_storyteller(context, to):
        return Ear(audience=whisperer(context))
    played = list(visible_characters(context.membership).exclude(owner=None).select_related("owner"))
    found = next((character for character in played if str(character.pk) == to), None) or find_named(played, to)
    found = found or next((who for who in played if who.owner and who.owner.get_username() == to), None)
    if found is None or found.owner is None:
        sentence = Text("You can whisper to the Storyteller or a player. No one here plays “{name}”.", name=to[:40])
        raise BadInput("unknown_ear", sentence)
    return Ear(found.name, found.owner.get_username(), (str(found.pk), *whisperer(context)))


def _is_storyteller(context: CommandContext, name: str) -> bool:
    tellers = context.series.memberships.filter(role=Role.STORYTELLER)
    return bool(name) and not name.isdigit() and tellers.filter(user__username=name).exists()


def find_roller(context: CommandContext, who: str, voice: Voice) -> Character | None:
    """Return the character that rolls: the one named, the one who speaks, or a player's only one."""
    if who:
        of_series = Character.objects.filter(series=context.series)
        there = list(of_series) if context.seat.storyteller else _own_characters(context)
        found = find_named(there, who)
        if found is None:
            raise BadInput(
                "unknown_name", Text("Choose a character you can act for; “{who}” is not one.", who=who[:40])
            )
        return found
    if voice.is_chosen:
        return voice.character
    mine = _own_characters(context)
    return mine[0] if len(mine) == 1 else None


def require_roller(context: CommandContext, who: str, voice: Voice) -> Character:
    """Return the character that rolls. Refuses a roll of which nobody knows whose it is."""
    found = find_roller(context, who, voice)
    if found is None:
        raise BadInput("whose_roll", Text("Name the character: end the line with “as” and the name."))
    return found


def _own_characters(context: CommandContext) -> list[Character]:
    keys = [int(key) for key in context.seat.characters if key.isdecimal()]
    return list(Character.objects.filter(series=context.series, pk__in=keys))


def find_named(characters: Sequence[Character], name: str) -> Character | None:
    """Return the character of this name, or the only one whose name begins with it."""
    wanted = name.casefold()
    found = [character for character in characters if character.name.casefold() == wanted]
    found = found or [character for character in characters if character.name.casefold().startswith(wanted)]
    return found[0] if len(found) == 1 else None
