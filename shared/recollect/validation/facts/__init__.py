"""The facts of an answer, each looked up in the results (ADR 0046).

`known` holds what the results say: `records`, populations (`counted`), and `passages` with
amounts and moments. `clauses` reads the answer. `statuses`, `priorities`, `people`,
`service_levels`, `populations`, `amounts`, `dates`, `names`, `codes`, `authors` and `attributes`
each find one kind of fact in a clause and give its verdict; `replacements` holds a clause against
the `statements` of results that it repeats, `copies` a sentence against one that it copies but
for a word; `lexicon` says what words mean. Nothing is guessed: a clause that is not understood
has no facts.
"""
