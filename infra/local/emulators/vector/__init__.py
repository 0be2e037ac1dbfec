"""Upstash Vector on a laptop: its wire protocol over SQLite and numpy."""
