"""How notices go out: what a person has chosen, when, and by which way. `campaigns.services.notices` writes them."""
