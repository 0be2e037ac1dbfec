"""A clause of an answer with all that a rule needs to check it.

`clause_context` is what a rule gets: the clause, its sentence (`answer_sentences`, and
`sentence_lines` for where it stands), the records that it may be about (`referents`,
`joint_subjects`) and the index of the results. `two_columns` reads the lines of a table of fields
and values as labels.
"""
