"""Upstash Vector and Upstash Redis."""
