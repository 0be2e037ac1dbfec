"""The Lambda function `ingest_knowledge`."""
