"""What the results say, read when it is first asked for, and looked up by subject.

`records` are tickets, items and pods with their values; `found_records` reads them in objects and
summaries, by the `field_kinds` of names and labels, and `populations` how many there are;
`object_lists` are lists of any objects. `passages` are the sentences in `result_texts`,
`statements` what these state, with the numbers and names in their `slots`; `values` says which
values mean the same. Each `…_index` looks up one subject in that, and takes what it needs of the
others; `index` puts them together. `written_text` is all text as it stands.
"""
