"""Validation: checks whether an LLM's answer follows from the results of the tools that it called.

`validating` has the use cases: check an answer, count it, publish an alert. `checking` is the check
itself, a pure function from request to result, in these steps:

1. `results` parses the results of the tools (`text_tables` reads the tables in their texts), and
   `summaries` finds the summary in each. `unwrapping` extracts the text for the reader from what
   the model sent.
2. `fact_checking` looks up every fact of that text in the results and gives it a verdict. Its
   rules are in four packages: `grammar` parses text (words, amounts, moments, clauses) and knows no
   results; `known` indexes the results; `facts` checks claims about tickets, items and pods, and
   free sentences; `fields` checks claims about any other object.
3. `layout` and `sections` determine the type of the answer (`responses`). `keywords` of each
   summary and the words that the answer quotes (`quoting`) decide whether it uses the summary
   (`summary_use`); both are searched for in an `indexed_text`.
4. `denial` and `prohibited` find what no answer may do.

`models` are the request and the result; `metrics` counts results by day.

For example, `grammar` makes a clause of `The case is closed`, and its word `closed` calls for the
rule `status_findings` of `facts`. The rule asks the clause's context which record the clause is
about, compares `closed` with the status that this record has in `known`, and yields a finding:
`closed` is supported or contradicted by that value, with its tool and its path in the result.
"""
