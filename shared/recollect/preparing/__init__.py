"""Prepares everything that an agent needs before it acts, as one text."""
