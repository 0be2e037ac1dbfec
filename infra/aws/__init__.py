"""Deploy to AWS: the stack, made of small constructs, the layers, and redriving dead letters."""
