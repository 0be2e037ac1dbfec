"""Whether capitals tell names, or, as in German, all nouns."""

import re

# An article with a noun behind it; "van der Berg" is a name of any language.
_LARGE_NOUN = re.compile(
    r"(?<!van )(?<!von )\b(?:der|das|dem|(?:k|m|d|s)?ein(?:e[mnrs]?)?|zum|zur|vom|beim)"
    r" (?:[^\W\d_A-Z]{4,} )?[A-ZÄÖÜ][^\W\d_]{2}"
)


def are_nouns_large(text: str) -> bool:
    """Whether a text reads as German, whose nouns are all written large."""
    return _LARGE_NOUN.search(text) is not None
