"""The Lambda function `authorize_key`."""
