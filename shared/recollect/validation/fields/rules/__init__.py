"""The rules, each of which checks one kind of claim.

- `labels`: a number or date beside the name of a field
- `field_values`: a value behind the name of a field
- `swapped_values`, with `swapped_figures`: a value that belongs to another object
- `flags`, `states`, and `column_states`: states in a list's own words
- `portions`: how many objects of a list have one of their `traits`
- `deductions`: amounts that results have, or that follow from theirs
- `grids`: tables in the answer
"""
