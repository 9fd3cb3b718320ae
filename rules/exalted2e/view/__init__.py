"""The battle and its log as a seat may see them. The views are allow-lists."""
