"""The Lambda function `describe_api`."""
