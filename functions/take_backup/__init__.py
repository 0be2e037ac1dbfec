"""The Lambda function `take_backup`."""
