"""Finds memories in similar situations.

`search` has the steps, in this order: `screening` makes the filters and drops candidates that are
not relevant enough; `scored` joins each candidate with its counts and its confidence; `successors`
looks up the memories that supersede it; `ranking` sorts, removes superseded memories and duplicates
(`memory_settling`, by name `replacing`), reorders by agreement (`agreeing`) and keeps as many as an
answer has room for (`fitting`). `refilling` decides whether to search for more, and `presenting`
builds the answer. `trials` decide which memories a run is shown.
"""
