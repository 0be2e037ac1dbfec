"""The functions, tested through the whole platform over real HTTP."""
