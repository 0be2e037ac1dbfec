"""The Lambda function `apply_outcomes`."""
