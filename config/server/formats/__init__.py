"""How dates are written where a text of Django or allauth leaves it open, by language."""
