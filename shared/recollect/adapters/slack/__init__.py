"""Slack, whose threads discovery packs read."""
