"""ServiceNow's Table API on sample data: tables, encoded queries, and the API over HTTP."""
