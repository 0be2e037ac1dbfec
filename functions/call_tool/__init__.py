"""The Lambda function `call_tool`."""
