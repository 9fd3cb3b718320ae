"""The moves that a seat may make now, as forms. Moves that are not possible now are greyed, with the reason."""
