"""ServiceNow's Table API on sample data: tables, encoded queries, the API over HTTP."""
