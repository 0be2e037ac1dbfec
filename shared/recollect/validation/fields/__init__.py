"""What an answer says of the fields of any object: orders, parcels, invoices, runs of a pipeline.

`facts` knows tickets, which are left to it; nothing here knows what an object is (ADR 0069).
`tables` reads results as `rows` with named fields (`lists` and `sums`: what follows of them);
`row_names` says what the objects of a list are called.
`naming` says which objects words name, `subjects` which ones a clause is about, and `claims` what
it claims of one; the `reader` hands each claim to the rules. `labels` (with `values`), `stated`,
`exchanges`, `flags`, `states` and `portions` each hold one kind of claim against the rows, `grids`
the cells of tables in an answer; `deductions` says which numbers are no inventions.
`terms` are words by what they mean in names of fields, `vocabulary` and `choices` those words in
seven languages, found by `phrases`.
"""
