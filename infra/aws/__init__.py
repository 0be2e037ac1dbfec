"""What goes to AWS: the stack, made of small constructs, the layer, and redriving dead letters."""
