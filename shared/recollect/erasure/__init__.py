"""Erasing a person: what holds somebody is found, removed or masked, and asked after."""
