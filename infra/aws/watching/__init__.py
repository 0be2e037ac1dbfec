"""Alarms of a stage, what they mean and what to do first, and the dashboard."""
