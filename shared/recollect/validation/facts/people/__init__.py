"""Rules for people, teams and companies.

`people` who stand beside the verb or label of a record, with its `holders`, their `teams` and its
`contacts`; `belonging`, whose it is, of the owners that results know as another's, and `owners` of
those that they do not know; `authors` and `journal_lines`, who did what; `unknown_people`, whom no
result names, and `unknown_names` where the results have others. `name_words` is how names are read.
"""
