"""Context for support and operations agents, and a memory that learns from outcomes."""

__version__ = "0.1.0"
