"""What every other room needs: errors, messages, time, waiting, and what an operation is."""
