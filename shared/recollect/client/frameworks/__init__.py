"""Recollect in agent frameworks. Each module needs its framework; nobody but you imports it."""
