"""What a seat may do, shaped for a page: the cards of those who are awaited, and the forms of their moves."""
