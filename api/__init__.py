"""The API: a program reads and acts over HTTP in a member's seat, by the services and commands of the pages."""
