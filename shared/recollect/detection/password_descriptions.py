"""Whether the words behind "the password is" describe a password, or may be the password."""

import re

# Endings of adjectives, participles, adverbs and abstract nouns in English, German, Dutch, French,
# Spanish, Portuguese and Italian: words with them describe a password.
_ENDINGS = (
    "(?:[^f]ly|ing|[^aeiou]ed|[aeiou][a-z]?ed|e?nt|ant|[ai]ble|bile|ive|ous|less|ful"
    "|ic|al|ory|ary|id|rect|ure"
    r"|ish|ward|sion|tion|ness|ity|ment"
    "|[^h]en|ert|igt|[cs]ht|st|[rln]rt|llt|elt|ig|lich|isch|bar|los|haft|sam|eerd|pt"
    "|ung|keit|heit|d|cht"
    r"|é|ée|és|ées|ide|aire|oire|ique|eux|el|elle|if"
    "|[aietu]d[oa]s?|t[oa]s?|ri[oa]s?|iv[oa]s?|os[oa]s?|ic[oa]s?|m[oa]s?|id[oa]s?"
    "|ur[oa]s?|aga|ll?[oa])$"
)
_WORDS = frozenset(
    (
        "wrong right weak strong good great okay fine bad safe blank empty known shown gone gut "
        "sure new old long short same different easy hard simple complex true false never always "
        "still again not now here there where what when how yours mine theirs ours his hers none "
        "nothing something anything unknown standard default missing mandatory pending history "
        "garbage trash rubbish policy plain plaintext text string clear cleartext above below "
        "after before under within without about because since until while just only even either "
        "neither both case sensitive pflicht teil sache thema problem bestandteil falsch richtig "
        "sicher leer schwach stark gleich anders dasselbe weiterhin immer wieder jetzt nicht noch "
        "auch schon bisher folgt hier unten oben unklar egal neu alt kurz lang zu wie bekannt "
        "sicherlich correct incorrect invalid valid vide faible fort forte faux fausse bonne "
        "juste même identique ancien trop très toujours encore jamais plus déjà aussi ici celui "
        "celle bien débil fuerte vacía corta larga buena mala misma igual demasiado muy siempre "
        "nunca todavía aquí fraca vazia curta longa mesma sempre ainda aqui muito debole ancora "
        "stessa uguale troppo molto vecchia nuova giusta onjuist juist goed fout leeg zwak sterk "
        "hetzelfde altijd nog weer niet samma alltid felaktigt fortfarande inte public private "
        "secret common shared secure insecure unique random account username user admin hidden "
        "broken stolen stale obsolete compliant locked timeout refused denied login email value "
        "field hash bcrypt scrypt argon sha encrypted kerberos ldap azure entra okta vault "
        "keepass bitwarden lastpass keeper personal number numeric alphanumeric inside outside "
        "enough reused recycled yourself someone everyone nobody today tomorrow yesterday later "
        "soon please check change reset update enter contact ask see forgot sorry thanks thank "
        "hello optional prompted prompt asked password passwort kennwort contraseña senha "
        "wachtwoord laps rotation managed whatever whichever working process kept stored "
    ).split()
)
_SENTENCE = (
    r"(?<!\w)(?:the|is|was|be|been|must|may|can|will|should|has|have|had|not|no|at|of"
    "|for|from|to|with|by|an"
    "|or|and|in|on|as|that|this|when|if|it|its|your|my|our|policy|rotation|reset|expired|characters"
    "|contain|contains|words|required|stored|der|die|das|ist|wird|und|nicht|mit|für"
    "|von|le|la|les|est|pas"
    "|de|du|des|el|los|para|con|il|per|non|het|een|niet|voor|see|please|which|same"
    "|also|before|after|case|sensitive|too|very|now|still|were|are|but|so|then|than|all|any|do|does"
    "|did|only|never|always"
    "|managed|via|using|used|incorrect|invalid|wrong|again|until|because|pelo|pela"
    "|próprio|usuário|foi|sua|ont|été|ha|wurde|door|werd|została|przez|por|em|na|nel"
    r"|dal|av|som|og|failed|login|user|users|account)(?!\w)"
)

_PARTICIPLE = r"(?:[ai]d[oa]s?|[^d]ée?s?|[^lnst]t[oa])(?!\w)"


def describes_password(word: str) -> bool:
    """Whether this word describes a password (`incorrect`, `abgelaufen`) instead of being one."""
    lowered = word.lower()
    return lowered in _WORDS or re.search(_ENDINGS, lowered) is not None


def is_sentence(phrase: str) -> bool:
    """Whether these words are a sentence, since some join others; a passphrase has no such word."""
    return re.search(_SENTENCE, phrase) is not None or re.search(_PARTICIPLE, phrase) is not None
