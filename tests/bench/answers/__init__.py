"""Labelled answers, and how the validation judges them."""
