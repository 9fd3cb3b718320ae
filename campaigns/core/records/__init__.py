"""The pattern of all records of a series: a kind, its form, one way to save and to delete it, and its pages."""
