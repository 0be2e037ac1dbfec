"""Recognizes what agents write around a question: labels, search orders, instructions to a model.

"Find information about:", "Standalone question:", "Answer in one sentence, using only the context":
either nothing that is stored has these words, or everything has, and a question about nothing finds
what shares them. A tag or quotation marks around the whole text, and a question all in capitals,
are such forms, too.
"""

import re
from collections.abc import Sequence
from typing import Final

from recollect.language.terms import STOP_WORDS, words

_NAMED: Final = r"(?:question|query|request|input|prompt|utterance|message)"
_KIND: Final = (
    r"(?:(?:the|my|user|customer|client|visitor|caller|human)(?:['\u2019]?s)?|current|new|latest"
    r"|last|next|final|original|initial|incoming|main|actual|real|rephrased|rewritten|reworded"
    r"|refined|expanded|condensed|contextuali[sz]ed|standalone|stand-alone|follow[- ]?up|search"
    r"|semantic|natural language|retrieval|support|input)"
)
_WHERE: Final = (
    r"(?: (?:in|through|the|our|my|your|this|internal|company|support|help)){0,4}"
    r" (?:knowledge base|kb|docs|documentation|articles|faqs?|cent(?:er|re)|wiki)"
)
_WHAT: Final = (
    r"(?:information|infos?|details|docs|documents|documentation|articles|passages|snippets|context"
    r"|results|entries|everything|anything|(?:an |the )?answers?)"
)
LABEL: Final = (
    rf"(?:(?:{_KIND} ){{1,3}}{_NAMED}|action input)(?: ?#?\d{{1,2}})? ?(?:[:=]|->)"
    r"|\w{2,30} \(to \w{2,30}\):"
    r"|/(?:ask|kb|faq|search|find|support) (?=(?:how|what|when|where|which|who|why)\b)"
    r"|(?:(?:(?:okay|ok|hey|hi) ){0,2}(?:um+|uh+|erm+|hm+|okay|ok|assistant|copilot|alexa|bot)"
    r",[, ]*){1,6}(?:i (?:just )?(?:wanted|want|would like) to (?:ask|know)\b)?"
    r"|(?:translate|represent) (?:this|the following|into|to)\b[^\n:]{0,60}:"
    rf"|(?:please )?(?:search|look|query|check|consult|scan|browse){_WHERE}"
    r" (?:for|about|to (?:find|answer))(?: ?:|(?= ))|(?:search for|look up) ?:"
    rf"|(?:please )?(?:find|get|retrieve|fetch|look up|return|give me|show me|search for|i need)"
    rf"(?: (?:me|any|all|the|some|more|relevant|useful|related)){{0,3}} {_WHAT}"
    r" (?:about|on|regarding|concerning|related to|relevant to|for|to)(?: ?:|(?= ))"
)
"""A pattern, to be matched in any case, for what leads to a question."""

_MANNER: Final = (
    r"(?:in|with|using|based|from (?:the|your)|according|as|at most|concisely|briefly|politely"
    r"|truthfully|helpfully|accurately|clearly|directly)\b"
)
_GIVEN: Final = (
    r"(?:context\b|tools\b|(?:above|below)\W*$"
    r"|information (?:provided|given|above|below)\b"
    r"|(?:following|provided|given|above|below|retrieved)\b[\w ]{0,30} (?:context|information|tools"
    r"|documents|passages|excerpts|sources|snippets|results|conversation|history|format)\b)"
)
_SCENE: Final = re.compile(
    r"\W{0,4}(?:"
    r"(?:you are|you['\u2019]re|act as|imagine you are|du bist|sie sind|tu es|vous \xeates|eres"
    r"|sei) (?:[\w'-]{1,20}, )?(?:an?|the|eine?|une?|una)\b(?![^\n]{0,250}\b(?:i|my|me)\b)"
    r"[^\n]{0,80}\b(?:as?sist[ae]nte?|agente?|bot|chatbot|copilot|expert|helper|specialist"
    r"|representative|model)\b"
    r"|your (?:task|job|goal|role) is (?:only |not )?to\b"
    r"|(?:today|the (?:current )?(?:date|time)|current (?:date|time))(?: is|:)"
    r"(?: (?:the )?[\w:.,-]{1,12}){0,3} ?\d{4}[^\n]{0,20}$"
    r")",
    re.IGNORECASE,
)
"""A sentence that says what a model is, or what the date is."""

# Orders to a model. Requests to people contain such words, too, so only sentences that must be
# meant for a model count.
_INSTRUCTION: Final = re.compile(
    r"\W{0,4}(?:please |bitte |always )?(?:"
    r"your (?:answers?|responses?|output) (?:must|should|shall|will)\b"
    rf"|(?:answer|respond|reply)(?: (?:it|this|me))? (?:only )?(?:{_MANNER}"
    r"|(?:to )?the (?:[\w'\u2019]{1,12} ){0,2}(?:questions?|query|message|request)\b)"
    r"|(?:provide|give|write|return|output|keep|format|produce|generate)"
    r" (?:your|only|an?|the final)\b[^\n]{0,50}\b(?:answers?"
    r"|responses?|reply|json|markdown|bullet points?|citations)\b"
    r"|(?:rephrase|rewrite|reword|reformulate|condense|summari[sz]e|translate) (?:the|this|it|each)"
    r"\b[^\n]{0,60}\b(?:question|query|message|conversation|dialog(?:ue)?|input)\b"
    rf"|(?:only )?use (?:only )?the {_GIVEN}"
    r"|(?:base|ground) your (?:answers?|responses?)\b"
    rf"|based (?:(?:only|solely|strictly) )?on the {_GIVEN}"
    r"|(?:do not|don['\u2019]t|never) (?:make (?:up|anything|things)|guess"
    r"|hallucinate|fabricate|use (?:any )?(?:prior|outside) \w+|apologi[sz]e"
    r"|reveal (?:your|these)|mention that you|add any (?:\w+ )?(?:explanations?|comments?|text)"
    r"|(?:give|provide) harmful)\b"
    r"|(?:ignore|refuse) any (?:\w+ )?(?:instructions?|requests?|attempts?)\b"
    r"|if (?:you (?:(?:do not|don['\u2019]t|cannot|can['\u2019]t) (?:know|find|answer)"
    r"|are (?:unsure|not sure))|the answer is (?:not|unknown)"
    r"|(?:nothing|no answer) (?:is|was) found|it(?:['\u2019]s| is) not in the)\b[^\n]{0,80}"
    r"\b(?:say|reply|respond|answer|admit|escalate)\b"
    r"|(?:cite|include|list|mention|add)(?: (?:all|the|your|any|relevant)){0,2}"
    r" (?:citations|references|sources)\W*$"
    r"|be (?:concise|brief|polite|precise|helpful|friendly|accurate)\b"
    r"|think step by step\W*$|let['\u2019]?s think"
    r"|(?:the following|below|above|here) is (?:an?|the)\b[^\n:.]{0,40}\b(?:conversation|chat"
    r"|dialog(?:ue)?|transcript|message|question|query|request|history)\b[^\n:.]{0,30}[:.]?\W*$"
    r"|given (?:the|this|a)\b[^\n]{0,40}\b(?:conversation|chat history|context information"
    r"|question|documents)\b|you must (?:always )?(?:answer|respond|return)"
    r" (?:in|with|using|only|(?:the|your) (?:\w+ ){0,3}(?:answer|response|content))\b"
    r"|this is (?:the expected criteria|very important to)"
    r"|(?:be)?antworte(?:n sie)? (?:auf|nur|kurz|in|mit|die|ausschlie\xdflich)\b"
    r"|r[e\xe9]pond(?:s|ez) (?:en|\xe0|avec)\b|responde (?:en|a|con)\b|rispondi (?:in|a|alla|con)\b"
    r"|(?:(?:chat|conversation|dialog(?:ue)?|message) )?(?:history|conversation|context|sources"
    r"|documents|instructions?|task|rules|guidelines|question|answer|response|output)"
    r"(?: so far)?:\W*$"
    r")",
    re.IGNORECASE,
)
# The words of orders to a model, which are about nothing but answering.
_ANSWERING_WORDS: Final = STOP_WORDS | frozenset(
    """
    above accurate accurately actual add additional additionally admit always answer answered
    answering answers antworte antworten apologise apologize apology articles asked asker
    assistant attempts avec avoid base based beantworte beantworten below best bitte bot brief
    briefly bullet chat citation citations cite clear clearly comment comments complete concise
    concisely condense content contesto context contexte contexto conversation conversations
    courtoisie criteria customer customers data date describe detail detailed details deutsch
    dialog dialogue direct directly document documentation documents don't emojis en englisch
    english ensure entire escalate español every exactly excerpts expected explain explanation
    explanations fabricate false few final find five following formal format found four frage
    fragen français french friendly full generate generated german give given ground grounded
    guess hallucinate harmful help helpful helpfully here history human höflich ignore include
    info information input instruction instructions invent it's italiano item items json keep
    keys know knowledge kontext kurz language latest length less let let's limit line list made
    make markdown max maximum mention message messages missing more must names never nothing nur
    only original output outside own page paragraph paragraphs passages pieces plain please
    point points polite politely possible preamble precise precisely present prior produce
    professional professionally prompt provide provided query question questions quote quotes
    reason reasoning refer reference references refuse relevant rephrase replies reply request
    requests respond responde response responses respuesta result results retrieve retrieved
    return returned reveal reword rewrite rispondi rules répondez réponds same satz say search
    sentence sentences short shown simple simply single snippets solely source sources sprache
    standalone state stated step steps strictly style sum summaries summarise summarize summary
    supplied support sure system sätzen t task tell terse text things think three title tone
    tool tools topic translate true truthful truthfully try two unknown unsure up use used user
    user's users using valid valuable verwende very whole word words write wrong
    """.split()
)
_WORDS_PER_OTHER_WORD: Final = 5
_MAX_SENTENCE_CHARS: Final = 300
_ENDS: Final = re.compile(r"(?<=[.!?:])\s+|\n")
_TAGGED: Final = re.compile(r"\s*<([a-z][\w-]{1,30})>([^<]{1,20000})</\1>\s*", re.IGNORECASE)
_QUOTED: Final = re.compile(r"\s*[\"\u201c]([^\"\u201c\u201d]{1,20000})[\"\u201d]\s*")
_MIN_SHOUTED_WORDS: Final = 4


def instructs(text: str) -> bool:
    """Whether any sentence of a text is meant for a model."""
    return any(map(is_for_a_model, sentences(text)))


def sentences(text: str) -> Sequence[str]:
    """The sentences and lines of a prompt."""
    return _ENDS.split(text)


def is_for_a_model(sentence: str) -> bool:
    """Whether a sentence says to a model what it is, or how to answer."""
    if sentence.rstrip().endswith("?") or len(sentence) > _MAX_SENTENCE_CHARS:
        return False
    is_scene = _SCENE.match(sentence) is not None
    return is_scene or (_INSTRUCTION.match(sentence) is not None and _is_about_answering(sentence))


def _is_about_answering(order: str) -> bool:
    """Whether at most one word in five of an order is about anything else."""
    order_words = words(order)
    other = [each for each in order_words if each not in _ANSWERING_WORDS and not each.isdigit()]
    return len(other) <= len(order_words) // _WORDS_PER_OTHER_WORD


def unwrapped(text: str) -> str:
    """A text without a tag or quotation marks around the whole, and not all in capitals."""
    while found := _TAGGED.fullmatch(text) or _QUOTED.fullmatch(text):
        text = found[found.lastindex or 0]
    shouts = text.isupper() and len(text.split()) >= _MIN_SHOUTED_WORDS
    return text.lower() if shouts else text
