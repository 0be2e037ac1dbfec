"""Whether capitals mark names, or, as in German, all nouns."""

import re

# A German article with a noun behind it; "van der Berg" may be a name in any language.
_CAPITALISED_NOUN = re.compile(
    r"(?<!van )(?<!von )\b(?:der|das|dem|(?:k|m|d|s)?ein(?:e[mnrs]?)?|zum|zur|vom|beim)"
    r" (?:[^\W\d_A-Z]{4,} )?[A-ZÄÖÜ][^\W\d_]{2}"
)
# Words of English questions, which may have such names: Jan vom Brocke, Maria das Neves.
_ENGLISH = re.compile(
    r"\b(?:[Tt]he|[Ii]s|[Aa]re|[Dd]oes|[Dd]id|[Hh]as|[Ww]hat|[Ww]here|[Ww]hich|[Ww]hen|[Ww]hy"
    r"|[Hh]ow|[Ww]ho)\b"
)


def are_nouns_capitalised(text: str) -> bool:
    """Whether a text reads as German, in which all nouns are capitalised."""
    return _CAPITALISED_NOUN.search(text) is not None and _ENGLISH.search(text) is None
