"""What every process of a server is made of: its limits, its answers when something fails, and its files."""
