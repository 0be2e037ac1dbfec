"""Validation: whether the answer of an LLM is made of the results of its tools.

`validating` has the use cases, `checking` is the check: pure, and all else serves it.

- what is read: `results` as tools return them, `summaries` in them, the answer's `layout` and
  `sections`, and its words in any script (`indexed_text`)
- is a summary used: its `keywords`, and what an answer is `quoting`
- what no answer may do: `denial` of what it was given, and what is `prohibited`
- is it true: `finding` finds the facts of an answer. `grammar` reads words, amounts, moments and
  clauses, `known` looks up what results say, `facts` are the rules on tickets, items, pods and free
  sentences, `fields` those on any other object. Each of these rooms says what is in it.
- what comes of it: `models` and `metrics`
"""
