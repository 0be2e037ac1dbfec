"""Words that an answer to a question for a field may be full of without saying anything."""

from typing import Final

# Of promises, courtesy and talk about the talk; states such as "closed" are none of them.
FILLERS: Final = frozenset(
    """
    again answer answers asked asking asks back check checked checking checks close contact
    details directly getting gets glad good great happy hello instruction instructions issue
    issues keep later like look looked looking looks moment need needs okay problem problems
    question questions reach right shortly soon still sure take team teams tell thank thanks time
    today tomorrow update updated updates used user users uses using wait want wants welcome
    danke gerne gleich heute melde moment nachsehen prüfe schaue später
    """.split()  # noqa: SIM905 - a list of so many quoted words is harder to read
)
