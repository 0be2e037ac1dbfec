"""The facts of an answer, each looked up in what is known of the results (ADR 0046).

A `clause_context` holds a clause of the answer, its sentence (`lines`) and what it is held against.
`statuses`, `priorities`, `people`, `service_levels`, `populations`, `amounts`, `dates`, `names`,
`codes`, `authors` and `attributes` each find one kind of fact in it and give its verdict;
`replacements` holds a clause against the statements of results that it repeats, `copies` a
sentence against one that it copies but for a word. Nothing is guessed: a clause that is not
understood has no facts.
"""
