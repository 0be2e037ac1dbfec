"""Parses texts into words, clauses, amounts and times, without knowing any tool results.

- `folding` brings a text into lower case without accents. `words` splits a sentence of it into
  words, and gives each the meanings that the `lexicon` of its language has (`lexicons` holds these
  as data, one file per language).
- `clauses` splits an answer into `sentences` and these into clauses, and leaves out advice
  (`advice`); `suppositions` tells which of them only suppose something. `clause_subjects` tells
  what each clause is about, `quantifiers` of how many it speaks.
- `quantities` reads amounts (`counted_things` of what), `written_amounts` does so faster in texts
  of results. They build on `numbers`, `units`, and `spoken_durations` (a half or a quarter in
  words). `moments` reads dates and times.
- `slips` compares figures that nearly agree, `field_names` splits the names of fields, and
  `service_level_words` are words for a service level.
"""
