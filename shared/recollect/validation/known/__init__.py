"""What the results say: records, passages and statements, looked up in one index."""
