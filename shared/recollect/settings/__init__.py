"""The environment as frozen settings, one module a capability; `declared` says how."""
