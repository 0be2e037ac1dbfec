"""The Lambda function `request_context`."""
