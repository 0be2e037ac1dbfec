"""The objects of results.

`tables` holds the results as `rows`, one per object (`row_reader`), with its fields as `cells`,
which `named_fields` finds by their names. `columns` and `sums` index their values and what can be
computed from them.
"""
