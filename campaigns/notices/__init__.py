"""How notices go out: what a person has chosen, when, and by which way. `campaigns.notices.services` writes them."""
