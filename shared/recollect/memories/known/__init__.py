"""What is known and believed of one memory: its record joined with its counts.

`reading` joins them, and `confidence` says how far the memory is to be believed. `as_of` does so
for an earlier time, for which `replay` applies the events of the history again.
"""
