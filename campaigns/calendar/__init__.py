"""The calendar of a series: in-world dates, months and moons."""
