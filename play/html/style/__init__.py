"""The style page: every region of the table in every state, from the real partials with sample data."""
