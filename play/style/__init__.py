"""The style page: every piece of the table in every state, from the real partials with sample data."""
