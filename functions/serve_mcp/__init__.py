"""The Lambda function `serve_mcp`."""
