"""The Lambda function `maintain_memories`."""
