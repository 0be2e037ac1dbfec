"""The Lambda function `find_memories`."""
