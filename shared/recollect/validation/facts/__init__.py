"""The facts of an answer, each looked up in what is known of the results (ADR 0046).

The input of a rule is a `clause_context`: a clause of the answer, its sentence (`answer_sentences`,
and `sentence_lines` for where it stands), the records that it may be about (`referents`) and the
index of the results. Its output are findings (`verdicts`), which become `checked_facts`.
`clause_rules` lists the rules, `gates` says which a clause needs, `judging` compares a claim with
the values of records, `overlaps` decides which findings count where several rules find something at
one place. Each rule reads one kind of fact:

- `statuses`, given in `status_phrases`, `priorities`, `service_levels` with `service_level_times`
  and `service_level_words`, `attributes`, `dependences`, and `populations` of several records, with
  `counted_populations`, `population_claims` and `population_owners`; `two_columns` by how an answer
  is laid out
- `people` who is beside the verb or label of a record, with its `holders`, their `teams` and its
  `contacts`; `belonging` whose it is, of the `named_owners` that results know as another's (by
  `customer_bindings` of customers), and `owners` of those that they do not know; `authors` and
  `journal_lines` who did what, `unknown_people` whom no result names; `proper_names` who is none of
  theirs; `name_words` is how names are read
- `amounts` with `other_amounts`, `derived_amounts` and `restarts`; `no_amounts` are numbers that
  count nothing
- `dates` with `date_fields`, `derived_dates` and `other_moments`; `lifespans` and `time_spans` for
  how long, by `stated_durations`, `frequencies` for how often
- `names` of tickets, hosts and mailboxes with `item_names`, `other_names` for wrong ones, `links`,
  `hosts` and `codes`
- `replacements` hold a clause against the statements of results that it repeats, `copies` a
  sentence against one that it copies but for a word

Nothing is guessed: a clause that is not understood has no facts.
"""
