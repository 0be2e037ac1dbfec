"""How an answer is read: words and what they mean, amounts, moments, sentences and clauses."""
