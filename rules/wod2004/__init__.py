"""World of Darkness (2004): the Storytelling System."""
