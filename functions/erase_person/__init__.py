"""The Lambda function `erase_person`."""
