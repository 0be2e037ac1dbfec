"""`recollect calibrate`: learn from judged questions what the scores of an embedding model mean.

Both arms of an index, by meaning (dense) and by words (sparse), are asked judged questions; curves
from their scores to a probability of relevance are fitted to what they find.
"""
