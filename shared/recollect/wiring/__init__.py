"""The composition root: settings, adapters and services, put together on first use.

One module a kind of function, since a Lambda pays at every cold start for what it imports.
"""
