"""Attacks that were tried against the running system, and must not succeed."""
