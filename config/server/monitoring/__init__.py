"""What a host sees of a server: its health, its metrics, its logs, and the e-mails when something fails."""
