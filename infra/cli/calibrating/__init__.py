"""`recollect calibrate`: what the numbers of an embedding model mean, from judged questions."""
