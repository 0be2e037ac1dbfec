"""Context packs: evidence summed up, connected, and turned into hints what to do next."""
