"""Handlers that behave, and misbehave, in one way each."""
