"""Words in the names and values of fields, in seven languages.

`terms` maps words of the same meaning to one string, by the synonyms of the `vocabulary`.
`state_words` and `portion_words` say that something is in a state, or how many are.
"""
