"""Static files as a server sends them."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticStorage(CompressedManifestStaticFilesStorage):
    """Compressed, and named by what they hold: so are the modules that our scripts import.

    Only in ours: what packages bring may name modules that they do not bring.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", ((r"""(?P<matched>from "(?P<url>\./[^"]+)")""", 'from "%(url)s"'),)),
    )
