"""The Lambda function `prepare_context`."""
