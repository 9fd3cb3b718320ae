"""Sealed dice at a table: where their seed is kept, how it is announced, what members add to it. See `rules.fair`."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from django.db import transaction

from campaigns.chronicle.services import renew_dice
from campaigns.core.access import require_storyteller
from campaigns.core.seats import person_key
from campaigns.core.visible_text import is_visible
from campaigns.models import Membership, Scene
from play.commands.moves import MAX_LETTERS
from play.models import Seal, Table
from play.table.dice_events import DiceSealed, Sealed
from play.table.people import load_characters, load_members
from play.table.rows import find_table
from rules.battle import Audience
from rules.errors import BadInput, IllegalMove
from rules.fair import Sealing, Stream, add_words, derive_seed, hash_seed
from rules.names import clean_line, is_line
from rules.text import Text


class SceneDice:
    """The sealing of a table's dice while a command is carried out, read under the table's lock at the first die."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._sealing: Sealing | None = None
        self._is_new = self._is_mixed = False

    def load(self) -> Sealing:
        """Return the sealing. A scene that has another seed than its table gets a new one. Raises `IllegalMove` for a
        closed scene, whose seed may be known.
        """
        if self._sealing is None:
            now = Scene.objects.filter(pk=self._table.scene_id).values_list("dice_seed", "closed_at")
            seed, closed_at = now.get()
            if closed_at is not None:
                raise IllegalMove("scene_closed", Text("This scene is closed. The Storyteller can open it again."))
            kept = load_sealing(self._table)
            self._is_new = kept is None or kept.seed != seed
            self._sealing = _begin(self._table.scene, seed) if kept is None or self._is_new else kept
        return self._sealing

    def mix(self, words: str) -> None:
        """Make all further dice depend on these words."""
        sealing = self.load()
        sealing.salt = add_words(sealing.salt, words)
        self._is_mixed = True

    def seal(self) -> Sequence[DiceSealed]:
        """Return the events that tell the hashes of seeds that are used now and were not told yet."""
        if self._sealing is None:
            return ()
        untold = [(number, stream) for number, stream in enumerate(self._sealing.streams) if not stream.told]
        is_open = any(stream.audience is None and (stream.thrown or self._is_mixed) for _, stream in untold)
        announced = [(number, stream) for number, stream in untold if is_open or stream.thrown]
        seals = []
        for number, stream in announced:
            stream.told = True
            seals.append(Sealed(stream.audience, hash_seed(stream.seed), number))
        if is_open:
            return [DiceSealed(tuple(seals))]
        return [DiceSealed((seal,), audience=seal.audience) for seal in seals]

    def keep(self, first: int) -> None:
        """Set the table's row to what has fallen so far. `first`: the entry that told of a new sealing."""
        if self._sealing is None or not any(stream.told for stream in self._sealing.streams):
            return
        if self._is_new:
            Seal.objects.create(table=self._table, number=first, seed=self._sealing.seed)
            self._is_new = False
        self._table.dice = write_sealing(self._sealing)

    @contextmanager
    def trial(self) -> Iterator[None]:
        """Take back the numbers of dice that fall here, if what they fell for is refused: nobody has seen them."""
        before = None if self._sealing is None else [stream.thrown for stream in self._sealing.streams]
        try:
            yield
        except Exception:
            if self._sealing is None or before is None:
                self._sealing = None
            else:
                for place, stream in enumerate(self._sealing.streams):
                    stream.thrown = before[place] if place < len(before) else 0
            raise


def load_sealing(table: Table) -> Sealing | None:
    """Return the sealing in a table's row, or None before its first die."""
    if not table.dice:
        return None
    seed, kept = table.dice["seed"], enumerate(table.dice["streams"])
    streams = [
        Stream(None if audience is None else tuple(audience), derive_seed(seed, number), thrown, known)
        for number, (audience, thrown, known) in kept
    ]
    return Sealing(seed, table.dice["salt"], streams)


def write_sealing(sealing: Sealing) -> dict[str, object]:
    """Return the JSON form of a sealing for a table's row."""
    streams = [[stream.audience, stream.thrown, stream.told] for stream in sealing.streams]
    return {"seed": sealing.seed, "salt": sealing.salt, "streams": streams}


def _begin(scene: Scene, seed: str) -> Sealing:
    """Seal the dice of everybody, of the Storyteller, of each player's character and of each member."""
    sealing = Sealing(seed)
    audiences: list[Audience] = [None, ()]
    audiences += [(str(character.pk),) for character in load_characters(scene) if character.owner_id]
    audiences += [(person_key(member.user_id),) for member in load_members(scene)]
    for audience in audiences:
        sealing.open(audience)
    return sealing


def check_words(words: str) -> str:
    """Return what is added to the dice. Raises `BadInput` for nothing, for too much, and for what cannot be seen."""
    plain = clean_line(words)
    if not is_visible(plain) or not is_line(plain):
        raise BadInput("no_words", Text("Write some letters or numbers to add to the dice."), key="words")
    if len(plain) > MAX_LETTERS:
        raise BadInput("long_words", Text("Add up to {n} characters at a time.", n=MAX_LETTERS), key="words")
    return plain


@transaction.atomic
def seal_again(membership: Membership, scene: Scene) -> None:
    """Show the seeds of the dice so far, and seal the next ones from another seed."""
    require_storyteller(membership)
    find_table(scene.pk, lock=True)
    renew_dice(scene)
