"""The parts of a series: stories, episodes, scenes and downtimes, as a tree and as a timeline."""
