"""Health levels, healing, torpor and the blood that pays for it."""
