"""Judges memories by what people say of them and by how runs end.

`feedback` records votes, outcomes, corrections and validations of one memory, and `citations` how a
run ended that cited several. `moments` decides when a judgement happened. `uplifts` report what
showing memories to runs achieves.
"""
