"""The functions through the whole platform, over real HTTP."""
