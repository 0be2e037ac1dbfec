"""Settlement: which of the texts found hold now, which repeat each other, and which contradict."""
