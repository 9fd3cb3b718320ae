"""What a seat may see of the battle and of its log: allow-lists, each value put in on purpose."""
