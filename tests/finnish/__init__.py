"""Finnish is whole: everything is marked, every marked text is translated, and pages and fights are told in it."""
