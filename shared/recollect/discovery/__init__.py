"""Discovery packs: a complete, bounded picture of a case for the agent that picks it up."""
