"""How an answer is read, whatever its results say: nothing here knows any of them.

`words` of a sentence mean what the `lexicon` of their language says (`lexicons`: the words as
data), in a text that `folding` made plain. `clauses` are what sentences fall into, with
`clause_subjects` and `quantifiers`; `advice` states nothing. `quantities` and `moments` read
amounts and times, `numbers` and `units` what they are made of, `spoken_durations` a half and a
quarter in words, `intervals` how often, `written_amounts` those of results, and `slips` compares
figures. `field_names` are the names that data has.
"""
