"""How programs besides HTTP clients meet the actions: the Model Context Protocol."""
