"""What a caller may do, whichever face it comes by: the same rights, limits and errors for all."""
