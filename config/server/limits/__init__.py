"""How much one person or one address may ask: the size and the speed of requests, how often, and how many at once."""
