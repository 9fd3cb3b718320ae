"""Every kind of action, in and outside combat: rolls, multiple, extended and resisted actions, teamwork."""
