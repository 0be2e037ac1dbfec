"""The facts of an answer, each looked up in the results (ADR 0046).

`known` holds what the results say: `records`, populations (`counted`), what is `located` where, and
`passages` with amounts and moments. `clauses` reads the answer. `statuses`, `priorities`, `people`,
`service_levels`, `populations`, `amounts`, `dates`, `names`, `authors`, `attributes`, `naming`,
`places` and `substitutions` each find one kind of fact in a clause and give its verdict;
`alignment` holds a clause against the `statements` of results that it repeats; `lexicon` says what
words mean. Nothing is guessed: a clause that is not understood has no facts.
"""
