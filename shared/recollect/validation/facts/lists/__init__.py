"""Rules for several things at once.

`populations` are the records or pods of the results: what is claimed of them
(`population_claims`), and which are counted (`counted_populations`). `list_claims` are about
objects of any list: `parts_of_lists` and `all_of_lists`. `nothing_found` is about tickets that are
said to be there where searches found none.
"""
