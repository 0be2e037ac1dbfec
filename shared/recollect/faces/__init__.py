"""Other interfaces to the actions than the HTTP API: MCP, Agent2Agent, and pages for people."""
