"""One folder a Lambda function, each with one short handler."""
