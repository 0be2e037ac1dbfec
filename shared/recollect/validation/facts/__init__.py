"""The facts of an answer, each looked up in the results (ADR 0040).

`known` reads the results into records, populations, amounts and moments; `clauses` reads the
answer; `statuses`, `priorities`, `people`, `levels`, `amounts`, `moments` and `names` each find one
kind of fact in a clause and give its verdict; `finding` puts them together. `lexicon` says what
words mean. Nothing is guessed: a clause that is not understood has no facts.
"""
