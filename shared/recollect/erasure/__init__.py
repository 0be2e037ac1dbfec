"""Erases a person: finds what holds them, removes or masks it, and verifies that nothing is left.

`subject` is the person to erase. `subject_spellings` and `person_names` find the places in a text
that name the person, `involvement` decides whether an item is about the person or only mentions
them, `masking` masks these places, and `reach` decides where an erasure looks. The `walk` goes
through repositories page by page: those of `memories`, of `evidence` and of other `records`, and
the `keys` beside them; `kept` is the port to these keys. A `customer` is found by the values of
fields, and a `partition` (a tenant or a project) by the names of its namespaces and keys.
"""
