"""What an answer says of the fields of any object: orders, parcels, invoices, runs of a pipeline.

`facts` knows tickets, which are left to it; nothing here knows what an object is (ADR 0069).

- `tables` reads results as `rows` with named fields, `row_names` what the objects of a list are
  called; `lists`, `sums` and `deductions` say what follows from the values.
- `mentions` finds the objects that words name, `subjects` which of them a clause is about, and
  `claims` what it claims of one. The `reader` hands each claim to the rules.
- Rules, one kind of claim each: `labels` (numbers and dates beside the name of a field, with
  `values`), `field_values` (values of the object that a clause is about), `swapped_values` (those
  that another object has), `flags`, `states`, `portions` of a list, and `grids`: the tables of an
  answer. `adjacent_values` says whether a value stands right behind its object.
- `terms` are words by what they mean in names of fields, `vocabulary` and `choices` those words in
  seven languages, found by `phrases`.
"""
