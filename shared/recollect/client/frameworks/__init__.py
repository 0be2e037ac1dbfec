"""Adapters to agent frameworks. Each module needs its framework; no other module imports it."""
