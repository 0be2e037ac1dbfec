"""Rules for sentences that repeat a sentence of a result with something else in it.

`copies` holds a sentence against one that it copies but for a word, `replacements` a clause against
the statements that it repeats.
"""
