"""Members of a series: invites, joining, roles and leaving."""
