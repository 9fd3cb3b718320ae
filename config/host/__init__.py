"""What the person who runs a server needs in the browser: the first account, the state of the server, a backup."""
