"""The Lambda function `validate_response`."""
