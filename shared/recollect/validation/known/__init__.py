"""What the results say, read when it is first asked for, and looked up by subject.

`records` and `counted` read what objects and summaries tell of tickets, items and pods, `passages`
their sentences, `statements` what these state, with the numbers and names in their `slots`;
`values` says which values mean the same. Each `…_index` looks up one subject in that, and takes
what it needs of the others; `index` puts them together. `written_text` is the text as it stands.
"""
