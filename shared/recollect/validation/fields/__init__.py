"""What an answer says of the fields of any object: orders, parcels, invoices, runs of a pipeline.

`facts` knows tickets, items and pods; nothing here knows what an object is. `tables` reads results
as rows with named fields, `subjects` says which rows a clause is about, and `labels`, `exchanges`,
`flags`, `states` and `misreadings` each hold one kind of claim against them (ADR 0069). `terms` are
words by what they mean in the names of fields, in seven languages.
"""
