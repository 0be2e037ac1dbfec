"""HTTP to all outside systems, with one policy for deadlines, retries and errors."""
