"""Splits a forwarded conversation into turns, by the labels of speakers before them."""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final, NamedTuple

USERS: Final = frozenset(
    """
    user human customer caller visitor guest client nutzer benutzer kunde kundin anrufer utilisateur
    utilisatrice usuario cliente utente gebruiker klant
    """.split()
)
MODELS: Final = frozenset(
    "assistant ai bot chatbot copilot assistent asistente assistente thought instruct".split()
)
ANSWERING: Final = MODELS | frozenset(
    """
    agent support operator mitarbeiter mitarbeiterin agente conseiller medewerker answer respuesta
    antwort réponse risposta
    """.split()
)
# Names of sections of a prompt, which are just as often fields of a form or of a log.
_SECTIONS: Final = frozenset(
    """
    system action observation tool function instruction instructions label intent response output
    task
    """.split()
)
_QUESTION: Final = (
    r"(?:[a-z]{2,12}(?:['\u2019]s)?[ -]){0,3}(?:question|query|pregunta|frage|domanda"
    r"|pergunta|vraag)|(?:[a-z]{2,12}[ -]){1,3}input|message|current task"
)
_LABELS: Final = "|".join(
    sorted(USERS | ANSWERING | _SECTIONS, key=lambda each: (-len(each), each))
)
TURN: Final = re.compile(
    r"^[>* \t-]{0,4}(?:\[[^\[\]\n]{1,30}\] ?|[\dT:.Z-]{8,30} ?\|? ?)?\*{0,2}"
    rf"(?:({_LABELS}|{_QUESTION})(?: #?\d[\w-]{{0,12}})?\*{{0,2}} ?[:|]\*{{0,2}}[ \t]*"
    r"|(?<=\] )([^\W\d_][\w.'-]{1,20}(?: [\w.'-]{1,20})?): )",
    re.IGNORECASE | re.MULTILINE,
)
"""The label before a turn: a role or section in the first group, another name in the second."""


_AGREES: Final = re.compile(
    r"(?:(?:yes|yeah|yep|correct|exactly|right|ja|genau|richtig|oui|s[i\xed]|both|please"
    r"|the (?:first|second|third|last|former|latter)(?: one)?)\b[\s,.!]*){1,4}",
    re.IGNORECASE,
)


class Turn(NamedTuple):
    """What somebody says; `speaker` is the label before it, in small letters."""

    speaker: str
    text: str

    @property
    def is_of_user(self) -> bool:
        """Whether a user says it."""
        return self.speaker in USERS

    @property
    def asks(self) -> bool:
        """Whether the label says that it is a question."""
        return re.fullmatch(_QUESTION, self.speaker, re.IGNORECASE) is not None


def of_users(turns: Iterable[Turn]) -> Iterator[str]:
    """What users say; where a user only agrees to a question, that question comes first."""
    for before, each in pairwise((Turn("", ""), *turns)):
        if each.is_of_user:
            asked = before.text.rstrip().rpartition("\n")[2]
            if asked.endswith("?") and _AGREES.fullmatch(each.text.strip()):
                yield asked
            yield each.text
