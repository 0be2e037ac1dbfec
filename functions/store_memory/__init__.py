"""The Lambda function `store_memory`."""
