"""The program `recollect`: one module a command, and what they share."""
