"""The composition root, which builds services from settings and adapters on first use.

Each kind of function has its own module, since a Lambda function pays for its imports at every cold
start.
"""
