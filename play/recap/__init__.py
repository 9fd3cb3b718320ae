"""The recap of a scene: what a seat saw of it, told by the log alone."""
