"""What a clause of an answer says about an object.

`mentions` finds the objects that words name, and `subjects` decides which object a clause is about.
The result is one of the `claims`, with its `values`, the states that it gives (`state_claims`), and
of how many it speaks (`claimed_portions`).
"""
