"""The look of a game as custom properties of the stylesheet."""

from rules.face import Face


def list_properties(face: Face) -> dict[str, str]:
    """Return the properties by name. Their colours follow the reader's choice of light or dark."""
    colors = {f"--{name}": f"light-dark({light}, {dark})" for name, (light, dark) in face.colors.items()}
    return {**colors, "--sign": f'path("{face.sign}")', "--numerals": face.numerals}
