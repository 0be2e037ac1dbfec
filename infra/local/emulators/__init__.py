"""Emulators of outside systems: each speaks its vendor's wire protocol over real HTTP."""
