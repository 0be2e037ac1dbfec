"""The contents of the results, looked up by subject; each part is read on first access.

`record_models` are tickets, items and pods with their values; `found_records` finds them in objects
and summaries, by the `field_kinds` of names and labels, and `populations` reads how many there are;
`object_lists` are lists of any objects. `passages` are the sentences in `result_texts`;
`stated_clauses` are the clauses of these as sets of stems, with numbers and names as `slots`.
`values` decides which values mean the same. Each `…_index` looks up one subject, with the help of
others; `index` puts them together. `written_text` is all text unchanged.
"""
