"""Who speaks in a conversation that is passed on, by what stands before each turn."""

import re
from typing import Final

USERS: Final = frozenset(
    """
    user human customer caller visitor guest client nutzer benutzer kunde kundin anrufer utilisateur
    utilisatrice usuario cliente utente gebruiker klant
    """.split()
)
MODELS: Final = frozenset(
    "assistant ai bot chatbot copilot assistent asistente assistente thought".split()
)
_OTHERS: Final = (
    "agent support system operator mitarbeiter mitarbeiterin agente conseiller medewerker action"
    " observation tool function instruct instruction instructions label intent response answer"
    " output respuesta antwort réponse risposta task"
).split()
_QUESTION: Final = (
    r"(?:[a-z]{3,12}(?:['\u2019]s)?[ -]){0,2}(?:question|query|pregunta|frage|domanda"
    r"|pergunta|vraag)|(?:[a-z]{3,12}[ -]){1,2}input|message|current task"
)
_LABELS: Final = "|".join(sorted({*USERS, *MODELS, *_OTHERS}, key=lambda each: (-len(each), each)))
TURN: Final = re.compile(
    r"^[>* \t-]{0,4}(?:\[[^\[\]\n]{1,30}\] ?|[\dT:.Z-]{8,30} ?\|? ?)?\*{0,2}"
    rf"(?:({_LABELS}|{_QUESTION})(?: #?\d[\w-]{{0,12}})?\*{{0,2}} ?[:|]\*{{0,2}}[ \t]*"
    r"|(?<=\] )([^\W\d_][\w.'-]{1,20}(?: [\w.'-]{1,20})?): )",
    re.IGNORECASE | re.MULTILINE,
)
"""What stands before a turn: a name or a role in the first group, another name in the second."""


def is_question(speaker: str) -> bool:
    """Whether a label says that a question follows."""
    return re.fullmatch(_QUESTION, speaker, re.IGNORECASE) is not None
