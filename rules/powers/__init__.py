"""Powers in the player's own words: a name, a cost, and effects that the rules can count.

No publisher's text is needed, and none is shipped. A sheet lists `Power`s, each system declares in its `PowerRules`
which costs and effects it supports, and players switch powers on in a roll, an attack or a defense.

`model` has the data, `sheet` checks it, `words` tells it; `table` and `use` switch powers on, `lasting` keeps them on,
`offers` offers that. Other modules import their names from this package; `rolls` and `rows` are imported by themselves.
"""

from rules.powers.lasting import *  # noqa: F403
from rules.powers.model import *  # noqa: F403
from rules.powers.offers import *  # noqa: F403
from rules.powers.sheet import *  # noqa: F403
from rules.powers.table import *  # noqa: F403
from rules.powers.use import *  # noqa: F403
from rules.powers.words import *  # noqa: F403
