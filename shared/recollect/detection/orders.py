"""Orders to the reader: sentences that tell a model what to do instead of what is known.

Runbooks are full of imperatives, and those are knowledge: "Restart the service", "Do not restart
node 3 before draining". An order to the reader speaks of the answer, of the one who reads, or of
what that one was told before: "Ignore all previous instructions", "Do not tell the user". It takes
two such signs together, so that neither the verb nor the noun alone is enough.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from pydantic import JsonValue

from recollect.detection.rules import words
from recollect.language.folding import fold
from recollect.language.sentences import split_sentences

_MOST_READ = 16_384
_DEEPEST = 64
# The words between two signs: bounded, so that a search is linear in the sentence.
_FEW = r"(?:[^\W_][\w'-]{0,30}[\s,]{1,3}){0,4}?"


@dataclass(frozen=True, slots=True)
class _Rule:
    """A shape of an order, looked for in a sentence that has one of the hints."""

    hints: tuple[str, ...]
    pattern: str


def _told_before(verbs: str, which: str, what: str) -> str:
    """A verb, which of the things that were said, and what they are: nearby and in this order."""
    return rf"\b(?:{verbs})\s{{1,3}}{_FEW}(?:{which})\b[\s,]{{1,3}}{_FEW}(?:{what})\b"


_READER = (
    r"(?:ai|llms?|chatbots?|(?:large )?language models?|(?:ai )?assistants?"
    r"|ai (?:agents?|models?|systems?))"
)
_ANSWER = r"(?:answers?|repl(?:y|ies)|responses?|summar(?:y|ies)|outputs?)"
_ANSWER_OF_MODEL = r"(?:answers?|responses?|summar(?:y|ies)|outputs?)"
_NOTE = (
    r"(?:documents?|notes?|memor(?:y|ies)|instructions?|messages?|texts?|prompts?|items?"
    r"|evidence)"
)

_ENGLISH = (
    _Rule(
        words("ignore disregard forget override bypass stop overrule"),
        _told_before(
            r"ignore|disregard|forget|override|overrule|bypass|stop (?:following"
            r"|obeying)",
            r"all|any|every|previous|prior|above|earlier|preceding|former|past|your|these|system"
            r"|safety|content",
            r"instructions?|prompts?|rules(?! that)|guidelines?|guidance|directives?|directions"
            r"|orders"
            r"|constraints?|restrictions?|(?:previous|prior|earlier) context|commands|training"
            r"|programming|(?:content|safety) filters?|filters|safeguards?",
        ),
    ),
    _Rule(
        words("ignore disregard forget"),
        r"\b(?:ignore|disregard|forget)\s(?:all (?:of )?)?(?:the (?:above|foregoing|preceding)\b"
        r"|(?:everything|anything|all|what)\s(?:that\s)?(?:above|before|you\b|was (?:said"
        r"|written)))",
    ),
    _Rule(
        ("you must", "you should", "you shall", "you will", "you have", "you are to", "you need"),
        r"\byou (?:must|should|shall|will|have to|are to|need to) (?:now |then )?"
        r"(?:(?:always |only |never )+(?:answer|reply|respond|say|claim|state|output|recommend"
        r"|cite)\b"
        r"|(?:answer|reply|respond) (?:only|with|that|as if)\b"
        r"|(?:obey|comply|pretend|ignore (?:all|any|your|previous)|act as)\b)",
    ),
    _Rule(
        ("you are now", "you are no longer"),
        r"\byou are (?:now|no longer) (?:an? |the |in )?(?:\w{1,20} ){0,2}"
        r"(?:assistant|ai|chatbot|model|bot|dan|persona|unrestricted|bound|restricted"
        r"|limited by)\b",
    ),
    _Rule(
        ("from now on", "henceforth", "starting now"),
        r"\b(?:from now on|henceforth|starting now),? (?:you\b|always answer|only answer"
        r"|respond\b"
        r"|reply\b|answer (?:only|with|as))",
    ),
    _Rule(
        ("pretend", "roleplay", "act as if"),
        r"\b(?:pretend (?:to be|that you|you)|roleplay as|act as if you)\b",
    ),
    _Rule(
        ("your new", "your only", "your sole", "your real", "your actual", "is now"),
        r"\byour (?:new|only|sole|real|actual) (?:task|role|job|goal|objective|mission"
        r"|instructions?)"
        r" (?:is|are)\b|\byour (?:task|role|job|goal) is now\b",
    ),
    _Rule(
        ("new instruction",), r"^\W*new instructions?\s*(?::|for (?:the )?(?:assistant|ai|model)\b)"
    ),
    _Rule(
        ("tell ", "inform ", "mention ", "cite ", "quote ", "reveal ", "telling", "informing"),
        r"\b(?:do not|don't|never|must not) (?:ever )?(?:tell|inform) (?:the |any )?(?:users?"
        r"|humans?)\b"
        rf"|\b(?:do not|don't|never) (?:ever )?(?:mention|cite|quote) (?:this|that|these"
        rf"|the) {_NOTE}\b"
        rf"|\b(?:do not|don't|never) (?:ever )?reveal (?:[\w']{{1,20}} ){{0,5}}(?:this|these"
        rf"|your) {_NOTE}\b"
        r"|\bwithout (?:telling|informing) (?:the )?(?:user|operator|human|anyone|anybody)\b",
    ),
    _Rule(
        words("secretly covertly"),
        r"\b(?:secretly|covertly) (?:add|include|insert|append|send|forward|call|run|execute)\b",
    ),
    _Rule(
        words("answer reply respond"),
        r"\b(?:answer|reply|respond) (?:only|just|solely|exactly|always) (?:with|in|by|that|as)\b"
        r"|\b(?:answer|reply|respond) with (?:only |just )?(?:[\"'“‘]|the (?:word|text|phrase"
        r"|password)\b)",
    ),
    _Rule(
        words("answer reply replies response summar output"),
        rf"\b(?:in|to) (?:your|all|every|any|each) (?:next |final )?{_ANSWER}\b,? ?(?:always "
        rf"|only )?"
        r"(?:state|say|include|write|claim|mention|add|recommend|tell)\b"
        rf"|\b(?:include|add|insert|put|mention|repeat)\b.{{1,80}}\b(?:in|to) your (?:next "
        rf"|final )?{_ANSWER_OF_MODEL}\b"
        rf"|\b(?:each|every|all|any) {_ANSWER} (?:that )?you (?:write|give|make)\b"
        rf"|\brecommend\b.{{1,60}}\bin all {_ANSWER}\b",
    ),
    _Rule(
        words("summari answering asked responding"),
        r"\bwhen (?:summari[sz]ing|answering|asked|responding)\b[^.]{0,60}, ?(?:always |only "
        r"|you )?"
        r"(?:say|state|claim|answer|respond|reply)s? (?:that|with|only)\b",
    ),
    _Rule(
        words("hide conceal withhold show display"),
        r"\b(?:hide|conceal|withhold) .{1,50}\bfrom (?:the )?(?:user|operator|human|reader"
        r"|anyone)\b"
        r"|\b(?:do not|don't|never) (?:show|display) this (?:line|note|text|message|to)\b",
    ),
    _Rule(
        ("as the ai", "as an ai", "as the assistant", "as a language"),
        r"\bas (?:the|an?) (?:ai|ai assistant|assistant|language model) (?:summari|answer|read"
        r"|you|who)",
    ),
    _Rule(
        ("your answer", "your reply", "your response", "your output", "your summary"),
        r"\byour (?:answer|reply|response|output|summary) (?:is ?:|(?:must|has to|shall|should)"
        r" (?:always |only )?(?:be|contain|start|say|state|begin|read) (?:the |with "
        r"|that )?[\"'“‘])"
        r"|\b(?:make sure|ensure) (?:that )?your (?:answer|reply|response|output|summary)\b",
    ),
    _Rule(
        words("begin end"),
        r"\b(?:begin|end) (?:of )?(?:system|developer|admin) (?:prompts?|instructions?)\b",
    ),
    _Rule(
        ("before ",),
        r"\bbefore (?:you )?(?:reply|answer|respond)(?:ing)?, ?(?:fetch|call|visit|open|send"
        r"|run)\b",
    ),
    _Rule(
        ("nothing but", "nothing except"),
        r"\b(?:output|answer|reply|respond|say|write)(?: with)? nothing (?:but|except)\b",
    ),
    _Rule(
        words("user human operator"),
        r"\bignore (?:what|whatever|anything|everything) (?:the )?(?:user|human|operator)s?\b"
        r"|\bignore the (?:user|human|operator)'s (?:question|request|instructions?|wish)"
        r"|\byou (?:recommend|tell|convince|persuade) .{1,60}\b(?:to )?the user\b"
        r"|\btell the user to (?:click|open|visit|enter|send|go to) .{0,20}https?:",
    ),
    _Rule(
        words("overrides replaces supersedes"),
        r"\b(?:overrides|replaces|supersedes) .{0,40}\b(?:guidance|guidelines|instructions?"
        r"|prompts?)"
        r"\b.{0,20}\b(?:assistant|ai|you)\b|\breplaces your (?:guidelines|instructions)\b",
    ),
    _Rule(
        ("your previous", "your prior", "your earlier", "instructions you"),
        r"\byour (?:previous|prior|earlier) (?:instructions?|directives?|rules|guidelines) "
        r"(?:have|has|are|is|no longer|do not|don't)\b"
        r"|\binstructions you (?:got|were given|received|have)\b.{0,20}\b(?:do not apply"
        r"|don't apply|are void|no longer)\b",
    ),
    _Rule(
        ("if someone", "if anyone", "if the user", "if they", "if you are asked"),
        r"\bif (?:someone|anyone|the user|they|you are) ask(?:s|ed)?\b[^.]{0,60}, ?"
        r"(?:deny|lie|claim|pretend)\b",
    ),
    _Rule(
        ("act as ", "behave as ", "respond as ", "answer as "),
        r"\b(?:act|behave) as (?:dan\b|(?:an? )?(?:\w{1,20} ){0,2}(?:ai|chatbot|language model)\b)"
        r"|\b(?:respond|answer) as (?:if|though)\b",
    ),
    _Rule(
        words("conversation chat prompt credential password transcript"),
        r"\b(?:send|forward|post|upload) (?:\w{1,20} ){0,3}(?:conversation|chat history|prompts?"
        r"|credentials|passwords?|transcripts?)\b.{0,40} to (?:https?:|\S{1,64}@)",
    ),
    _Rule(
        ("context window", "system prompt"),
        r"\bcontents? of your context\b|\b(?:do not|don't|never|stop) (?:follow"
        r"|obey)(?:ing)? (?:the|your) system prompt\b",
    ),
    _Rule(
        ("dear ", "assistant"),
        r"\bdear (?:ai|model|assistant|chatbot|llm)(?: ?,|$)|^\W*assistant, (?:please |you )?\w",
    ),
    _Rule(
        ("every answer", "each answer", "all answers", "every reply", "every response"),
        r"\b(?:insert|include|add|repeat|append|put) .{1,80}\bin(?:to)? (?:every|each"
        r"|all) (?:answers?|reply|responses?)\b",
    ),
    _Rule(
        (
            *("if you are", "attention", "note to", "message to", "dear ", "hey", "warning to"),
            *(
                "chatbot",
                "llm",
                "language model",
                "ai assistant",
                "ai agent",
                "ai model",
                "ai system",
            ),
            *("ai reading", "ai must", "ai shall", "the assistant ", "the model ", "the ai "),
        ),
        rf"\b(?:if you are|attention|note to|message to|dear|hey|warning to)[:,]? (?:an? |the "
        rf"|any |all )?{_READER}\b"
        r"|\b(?:ai|llm|chatbot|language model)s? ?(?:assistants?|agents?|models?|systems?)? "
        r"(?:reading|processing|who read|that reads?|must|shall) "
        r"|\bthe (?:ai |language )?(?:assistant|model|chatbot|llm|ai) (?:must|shall) (?:always "
        r"|only |never |not )*(?!be\b|have\b|match\b)\w",
    ),
    _Rule(
        words("prompt instruction above"),
        r"\b(?:print|reveal|show|output|repeat|display|leak"
        r"|disclose) (?:me )?(?:your (?:\w{1,20} )?"
        r"(?:prompts?|instructions?|guidelines)|(?:the|your) (?:system|hidden|initial) prompts?"
        r"|(?:the (?:words|text|lines)|everything) above)\b",
    ),
    _Rule(
        words("tool function argument parameter args input"),
        r"\b(?:call|use|invoke) the (?:tool"
        r"|function) [\w.\"'`-]{2,64}(?:.{1,80}before you (?:answer|reply|respond)| with\b)"
        r"|\{\s*[\"'](?:tool|tool_name|name|function"
        r"|action)[\"']\s*:\s*[\"'][\w.-]{1,64}[\"']\s*,"
        r"\s*[\"'](?:arguments|parameters|args|input|tool_input|action_input)[\"']\s*:",
    ),
    _Rule(
        (
            "cite this",
            "rank this",
            "quote this",
            "prefer this",
            "place this",
            "put this",
            "treat this",
            "only with",
            "only from",
        ),
        rf"\b(?:cite|rank|quote|prefer|place|put) this {_NOTE} (?:first|above|highest|before)\b"
        rf"|\btreat this {_NOTE} as (?:an? |the )?(?:system|developer|highest)\b"
        rf"|\b(?:answer|respond|reply) only (?:with|from) .{{0,30}}this {_NOTE}\b",
    ),
    _Rule(
        ("and do not", "and don't", "without ask", "without tell", "without quest"),
        r"\b(?:run|execute) (?:the|this|these) .{0,40}(?:and do not|and don't|without) "
        r"(?:ask|tell|asking (?:for )?(?:confirm|permission|the user|any)|telling|question)",
    ),
    _Rule(
        words("exactly everything anything obey"),
        r"\bdo exactly (?:as|what) i (?:say|tell)\b|\b(?:trust|obey|follow) (?:everything"
        r"|anything|all) (?:that follows|below|i say)\b",
    ),
)
_HEADERS = (
    _Rule(
        ("assistant:", "assistant :"),
        r"(?:^\W*|[.!?\n] *)assistant ?:",
    ),
    _Rule(
        ("system:", "system :"),
        r"^\W*system ?: *(?:you\b|ignore|disregard|override|from now|the (?:assistant|model"
        r"|user) (?:is|must|has)"
        r"|new (?:instructions|rules)|always (?:answer|reply|respond|say)|respond|reply|answer)",
    ),
    _Rule(
        words(
            "<| [inst [/inst <<sys <system </system <assistant </assistant </tool </func </inv"
            " <tool <function <invoke"
        ),
        r"<\|(?:im_start|im_end|im_sep|system|assistant|user|end|endoftext|eot_id"
        r"|start_header_id)\|>"
        r"|\[/?inst\]|<</?sys>>|</?(?:system|assistant|tool_(?:call|use|calls)|function_calls?"
        r"|invoke)>"
        r"|<(?:invoke|function)(?: name)?=",
    ),
    _Rule(words("instruction"), r"#{2,6} ?(?:system )?instructions?:"),
)
_OTHERS = (
    # German
    _Rule(
        words("ignorier missacht vergiss vergessen verwirf übergeh"),
        _told_before(
            r"ignorier(?:e|en)?|missachte[nt]?|vergiss|vergessen|verwirf|verwerfen|übergehe?n?",
            r"alle[nrs]?|sämtliche|vorherigen?|bisherigen?|obigen?|früheren?|vorangehenden?"
            r"|deine|ihre|diese",
            r"anweisungen|instruktionen|regeln|vorgaben|richtlinien|befehle|prompts?",
        )
        + r"|\b(?:vergiss|vergessen sie|ignorieren?(?: sie)?) alles\b",
    ),
    _Rule(
        ("antwort", "sag ", "sage ", "sagen", "erzähl", "verrat"),
        r"\b(?:du musst|sie müssen|du sollst|sie sollen) (?:immer |nur |stets )+(?:antworten"
        r"|sagen|behaupten)\b"
        r"|\bantworte[nt]?(?: sie)? (?:ab jetzt |ab sofort )?(?:nur|ausschließlich|immer"
        r"|stets) (?:mit|dass"
        r"|noch)\b"
        r"|\b(?:sage?|sagen|erzähle?|erzählen|verrate?|verraten)(?: sie)? (?:dem|der|den) "
        r"(?:be)?nutzer(?:n|in)? (?:nicht|nichts|niemals)\b",
    ),
    _Rule(
        ("ab jetzt", "von nun an", "ab sofort"),
        r"\b(?:ab jetzt|von nun an|ab sofort) (?:bist du|sind sie ein|antworte|sollst du"
        r"|musst du)\b",
    ),
    _Rule(
        ("prompt", "anweisung"),
        r"\b(?:gib|zeige?|nenne|wiederhole)\b.{0,40}(?:system-?prompt|deine anweisungen)\b",
    ),
    # French
    _Rule(
        words("instructions consignes"),
        r"\b(?:répète|affiche|révèle|montre)[zr]?\b.{0,30}\b(?:tes|vos) (?:instructions"
        r"|consignes)\b",
    ),
    _Rule(
        words("ignore oubli néglige"),
        _told_before(
            r"ignore[zr]?|oublie[zr]?|néglige[zr]?",
            r"toutes|tous|les|vos|tes|ces",
            r"(?:instructions|consignes|règles|directives)(?: (?:précédente?s|antérieure?s"
            r"|ci-dessus))?",
        )
        + r"|\boublie[zr]? (?:vos|tes|toutes les) (?:consignes|instructions|règles)\b",
    ),
    _Rule(
        ("répond", "ne dis ", "ne dites "),
        r"\b(?:tu dois|vous devez) (?:toujours |uniquement |seulement )+(?:répondre|dire"
        r"|affirmer)\b"
        r"|\brépond(?:s|ez) (?:seulement|uniquement|exclusivement|toujours) (?:par|avec|que|en)\b"
        r"|\bne (?:dis|dites) (?:pas|rien|jamais) (?:à l'|à la |aux )utilisat",
    ),
    _Rule(
        ("partir de maintenant", "désormais"),
        r"\b(?:à partir de maintenant|désormais),? (?:tu es|vous êtes un|tu dois|réponds)\b",
    ),
    # Spanish and Portuguese
    _Rule(
        words("actúa muestra revela repite mencion"),
        r"\b(?:muestra|revela|repite)\b.{0,30}\b(?:tus instrucciones|prompt)\b"
        r"|\bactúa como si (?:no tuvieras|fueras)\b|\b(?:nunca|no) menciones est[aeo]\b",
    ),
    _Rule(
        words("ignor olvid descart esqueç desconsider"),
        _told_before(
            r"ignor[ae]n?|olvid[ae]n?|descart[ae]n?|esqueç[ao]m?|desconsider[ae]m?",
            r"todas|todos|las|los|as|os|tus|sus|suas|estas",
            r"instrucciones|indicaciones|directrices|órdenes|instruções|orientações"
            r"|regras anteriores"
            r"|reglas anteriores",
        )
        + r"|\b(?:olvid[ae]|esqueça) (?:todas )?(?:tus|sus|suas|as suas|todo lo|tudo o)\b",
    ),
    _Rule(
        words("respond contest diga revel"),
        r"\b(?:debes|tienes que|você deve) (?:siempre |solo |sólo |sempre |apenas )+(?:responder"
        r"|decir|dizer)\b"
        r"|\brespond[ae] (?:solo|sólo|solamente|únicamente|siempre|apenas|somente|sempre) (?:con"
        r"|que|en|com|em)\b"
        r"|\bno (?:le )?(?:digas?|reveles?) .{0,20}usuario\b|\bnão (?:diga|revele"
        r"|conte) .{0,20}usuário\b",
    ),
    _Rule(
        ("partir de ahora", "desde ahora", "partir de agora"),
        r"\b(?:a partir de ahora|desde ahora|a partir de agora),? "
        r"(?:eres|responde|responda|debes|actúa|você é|aja)(?!\w)",
    ),
    # Italian
    _Rule(
        words("ignora dimentica rispond"),
        _told_before(
            r"ignora|ignori|ignorate|dimentica|dimentichi|dimenticate",
            r"tutte|le|tue|sue|vostre|queste",
            r"istruzioni|direttive|regole precedenti|indicazioni",
        )
        + r"|\brispond(?:i|ete|a) (?:solo|soltanto|sempre|unicamente) (?:con|che|in)\b",
    ),
    _Rule(("d'ora in poi",), r"\bd'ora in poi,? (?:sei|rispondi|devi)\b"),
    _Rule(("utente",), r"\bnon (?:dire|dica|dite|rivelare) .{0,20}utente\b"),
    # Dutch
    _Rule(
        words("negeer vergeet antwoord"),
        _told_before(
            r"negeer|vergeet",
            r"alle|je|jouw|uw|de|deze",
            r"instructies|aanwijzingen|opdrachten|richtlijnen|regels hierboven",
        )
        + r"|\bantwoord (?:alleen|altijd|uitsluitend) (?:met|dat|in)\b",
    ),
    _Rule(("vanaf nu",), r"\bvanaf nu (?:ben je|bent u|antwoord)\b"),
    _Rule(("gebruiker",), r"\b(?:vertel|zeg) .{0,12}gebruiker (?:niet|niets|nooit)\b"),
)
_RULES = (*_HEADERS, *_ENGLISH, *_OTHERS)


def gives_orders(sentence: str) -> bool:
    """Whether a sentence tells its reader what to answer, to hide or to forget.

    It is read as `recollect.language.folding.fold` reads it: no disguise helps.
    """
    read = _read(sentence)
    return any(
        any(hint in read for hint in rule.hints) and _compiled(rule.pattern).search(read)
        for rule in _RULES
    )


def without_orders(text: str) -> str:
    """The text as it is where none of its sentences gives orders, else its other sentences."""
    if not may_give_orders(text):
        return text
    sentences = list(split_sentences(text))
    kept = [each for each in sentences if not gives_orders(each)]
    return text if len(kept) == len(sentences) else " ".join(kept)


def may_give_orders(text: str) -> bool:
    """Whether any rule is worth trying: quick, and never wrong where it says no."""
    read = _read(text)
    return any(hint in read for hint in _hints())


def is_instruction_like(content: JsonValue) -> bool:
    """Whether any text of a content gives orders to its reader."""
    return any(
        gives_orders(sentence)
        for text in _texts(content, 0)
        if may_give_orders(text)
        for sentence in split_sentences(text[:_MOST_READ])
    )


def _texts(content: JsonValue, depth: int) -> Iterator[str]:
    if depth > _DEEPEST:
        return
    if isinstance(content, str):
        yield content
    elif isinstance(content, dict | list):
        for value in content.values() if isinstance(content, dict) else content:
            yield from _texts(value, depth + 1)


def _read(text: str) -> str:
    # A verb's apostrophe is typed in two ways.
    return fold(text).text.casefold().replace("\u2019", "'")


@cache
def _hints() -> frozenset[str]:
    return frozenset(hint for rule in _RULES for hint in rule.hints)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
