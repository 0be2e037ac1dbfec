"""Context packs: evidence with a summary, its connections, and hints on what to do next."""
