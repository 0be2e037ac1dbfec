"""The Lambda functions: a folder for each, with one short handler."""
