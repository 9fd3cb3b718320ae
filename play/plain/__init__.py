"""The scene's page without scripts: the facts of a seat as rows, links and forms, which simple templates draw."""
