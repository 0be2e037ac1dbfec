"""How programs besides HTTP clients meet the actions: over MCP and Agent2Agent."""
