"""The Lambda function `enrich_tool`."""
