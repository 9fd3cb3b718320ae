"""Experience: the ledger, proposals to buy something with it, and the training that follows."""
