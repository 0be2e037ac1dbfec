"""The Lambda function `correct_memory`."""
