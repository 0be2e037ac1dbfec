"""Validation: whether the answer of an LLM is made of the results of its tools.

`validating` has the use cases: check, count, publish an alert. `checking` is the check itself, a
pure function from request to result. It goes in this order:

1. `results` parses the tools' results, `summaries` finds the summary in each. `unwrapping` takes
   the text for the reader out of what the model sent.
2. `fact_checking` looks up every fact of that text in the results and gives each a verdict. Its
   rules are in four packages: `grammar` parses text (words, amounts, moments, clauses) and knows no
   results; `known` indexes what the results say; `facts` checks what is said of tickets, items and
   pods, and free sentences; `fields` checks what is said of any other object.
3. `layout` and `sections` tell the type of the answer. `keywords` of each summary and what the
   answer is `quoting` decide whether the summary was used; `indexed_text` is what they search.
4. `denial` and `prohibited` find what no answer may do.

`models` are the request and the result; `metrics` counts results by day.
"""
