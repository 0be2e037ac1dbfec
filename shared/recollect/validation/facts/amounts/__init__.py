"""Rules for amounts: numbers of things, durations and sums.

`amounts` are looked up as they are, as `derived_amounts` that follow from others, and as
`other_amounts` that should stand in their place. `no_amounts` are numbers that count nothing.
"""
