"""Checks what an answer says about any object: orders, parcels, invoices, pipeline runs.

The rules know nothing about particular kinds of objects; they go by the names that results give to
their fields (ADR 0069). Tickets are mostly left to `facts`, which knows more about them.

An "object" is a JSON object of a result; its "fields" are its keys with their values, and its
"names" are the field values that identify it. A "folded" text is in lower case, without accents.
A "term" is one string for all words with the same meaning, so that `availableQty` and
`disponibles` can be compared.

The `objects` of the results are read once. The `reader` finds what each clause of the answer
`claims` of one of them, and hands that to the `rules`. All of them compare `words` by their terms.
"""
