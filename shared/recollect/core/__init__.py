"""What every other room uses: errors, ids, messages, time, concurrency, writers and operations."""
