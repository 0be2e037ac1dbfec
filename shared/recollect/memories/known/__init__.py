"""What is known and believed of one memory: its record joined with its counts.

`reading` joins them, `confidence` says how far the memory is to be believed, and `as_of` replays
both for an earlier time.
"""
