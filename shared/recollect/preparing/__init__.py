"""Everything that an agent needs before it acts, in one text."""
