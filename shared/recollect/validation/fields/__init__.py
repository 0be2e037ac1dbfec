"""Checks what an answer says about any object: orders, parcels, invoices, pipeline runs.

The rules know nothing about particular kinds of objects; they go by the names that results give to
their fields (ADR 0069). Tickets are mostly left to `facts`, which knows more about them.

An "object" is a JSON object of a result; its "fields" are its keys with their values, and its
"names" are the field values that identify it. A "folded" text is in lower case, without accents.
A "term" is one string for all words with the same meaning, so that `availableQty` and
`disponibles` can be compared.

- `tables` holds the results as `rows`, one per object (`row_reader`), with its fields as `cells`,
  which `named_fields` finds by their names; `row_names` finds the names of the objects of a list.
  `lists` and `sums` index their values and what can be computed from them.
- `mentions` finds the objects that words name, and `subjects` decides which object a clause is
  about. The result is a `Claim` (`claims`), which the `reader` hands to the rules.
- The rules check one kind of claim each: `labels` (a number or date beside the name of one of the
  `labelled_fields`, read by `values`), `field_values` (a value behind the name of a field),
  `swapped_values` with `swapped_figures` (a value that belongs to another object), `flags`,
  `states`, `column_states` (states in a list's own words), `portions` (how many objects of a list
  have one of their `traits`; `claimed_portions` reads of how many a clause speaks), `deductions`
  (amounts that results have, or that follow from their `deduced_numbers`), and `grids` (tables in
  the answer). `adjacent_values` tells `swapped_values` whether a value stands right behind the name
  of its object.
- `terms` maps words to terms. `vocabulary`, `state_words` and `portion_words` hold the words in
  seven languages, and `phrases` finds those of more than one word.
"""
