"""Kubernetes, for the tool that lists pods."""
