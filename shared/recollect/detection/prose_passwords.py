"""Passwords in prose: sentences, lists and answers in which people give each other a password.

Each rule is one way to phrase that. The more doubt its words leave, the more its value must look
like a password: after "the password is", any word that does not describe passwords will do; after
"use", the value must look like nothing else.
"""

import re
from collections.abc import Callable

from recollect.detection.password_descriptions import describes_password, is_sentence
from recollect.detection.plausible import (
    is_marked,
    is_plausible_password,
    is_stand_in,
    is_strong_password,
)
from recollect.detection.rules import Rule, hints_of

NAMED = (
    r"(?:pass[ -]?phrases?|passw(?:or)?ds?|passcodes?|pwd|pswd|(?<![^\W_])pw"
    r"|(?<![^\W_])(?<!boarding )pass"
    r"|(?<=_)pass|passwor[td]e?s?|kennwort|mot de passe|(?<![^\W_])mdp|contraseña|contrasena|senha"
    r"|(?<![^\W_])clave(?! (?:primaria|foránea|pública|privada|única|del (?:éxito"
    "|problema|producto|registro)|de (?:la|lo|cliente|producto)|está))|wachtwoord"
    r"|lösenord(?:et)?|hasło|(?<![^\W_])psk|pre-?shared[ -]key"
    r"|(?:wpa[23]?|wifi|wi-fi|wlan|network)[ -](?:key|schlüssel)|community string"
    r"|enable secret|(?<![^\W_])ww(?=:)|парол[ья]|パスワード|密码|密碼|비밀번호|şifre(?:si)?"
    r"|(?<![^\W_])parola(?:s\u0131)?)"
)
NAMED_HINTS = (
    *("mot de passe", "community string"),
    *("enable secret", "ww:"),
    *hints_of("psk preshared pre-shared wpa wifi wi-fi wlan network"),
    *hints_of("pass pwd pswd pw mdp clave kennwort contrase senha wachtwoord lösenord"),
    *hints_of("hasło парол パスワード 密码 密碼 비밀번호 şifre parola"),
)
NAMED_HEAD = f"(?i:{NAMED})"
_USUAL = (
    r"(?:new|current|old|temp|temporary|initial|default|admin|root|guest|wifi|wi-fi|neue[ns]?|neuem"
    r"|vorläufige[ns]?|temporäre[ns]?|nouveau|provisoire|nueva|nova|nuova|temporal|provisória"
    r"|nieuwe?|tijdelijke?|nya|nowe|one[- ]time|first|vpn|local|shared)"
)
# What may stand before a value: a quote, a bracket, a mark of emphasis.
_BEGINS = r"[\"'`“„«‘(\[*_]{0,3}"
_VALUE = (
    r"(?P<value>[^\s\"'`“”„«»<>|,\uff0c。\uff08\uff09]{5,64}?)(?=[\"'`”“»’)\]*]{0,3}[.,:;)]{0,2}(?:\s|$)"
    r"|[\"'`”“»,\uff0c。\uff08]|(?:です|입니다))"
)
# A value with a digit, and with a sign or letters of both cases.
_LOOKS = r"(?=\S{0,60}\d)(?=\S{0,60}(?:[^A-Za-z0-9\s.,:;)\"']|[a-z]\S{0,20}[A-Z]))"
# The words that say what a password is for: "of the router in the branch at Vigo".
_OF = r"(?:[ \t][^\s;!?:=\"'`]{1,30}(?<!\.)){0,9}?"
_IS = (
    r"(?i:[ \t](?:is|was|are|be|ist|war|lautet|sind|est|était|es|era|é|foi|è|era"
    "|luidt|är|jest|(?:re)?set to|changed to"
    r"|brzmi|будет|теперь|reads)(?:[ \t](?:now|jetzt|nun|nu|maintenant|ahora|agora|ora|teraz"
    r"|currently|still|again|ab heute|set to|reset to))?:?[ \t]{1,2}"
    r"|\?[ \t]|[ \t]?(?:->|→|=>|—|\u2013)[ \t]?|(?:は|是|는|은)[ \t]?)"
)
_CHANGED = (
    r"(?i:[ \t](?:chang\w*|set|reset|ge[äa]ndert|gesetzt|zurückgesetzt|wurde|wird"
    r"|gewijzigd|veranderd|gereset|modifi\w*"
    r"|cambi\w*|alter\w*|mud\w*|redefin\w*|reimpost\w*|zmien\w*|змен\w*|змін\w*"
    r"|изменен\w*)[ \t](?:[^\s.;!?:=\"'`]{1,20}[ \t]){0,5}?"
    r"(?:to|auf|zu|in|en|a|à|por|para|naar|na|на|till|til)[ \t])"
)
_DIRECTLY = r"(?i:[ \t](?:to|auf|en|a|à|por|para|naar|na|на|till|as)[ \t])"
_SAYS = r"(?i:lautet|luidt|brzmi|reads)"
_ENDS = (
    r"(?=[\"'`”»)\]*]{0,3}(?:[.,;!)]{0,2}(?:\n|$)|[.,;)](?:\s|$)|[ ]\(|[ ](?i:and|for"
    "|until|on|as|und"
    r"|für|bis|et|pour|jusqu|y|para|hasta|e|per|fino|voor|tot|en|och|dla|i)(?![^\W_])))"
)
_WORD = r"(?P<value>[A-Z]?[a-zà-ÿ]{4,30})"


# No passwords: an assignment, or the name of a password manager.
_OTHER_VALUE = r"\w{1,30}=|(?i:1password|keepass|lastpass|bitwarden|passbolt)"


def _value(match: re.Match[str]) -> str:
    return match["value"].strip(".,:;")


def _is_marked(match: re.Match[str]) -> bool:
    return is_marked(_value(match)) and re.match(_PRODUCT, _value(match)) is None


def _has_sign(match: re.Match[str]) -> bool:
    """Whether the value can only be a password: it has letters, digits, and a sign among them."""
    value = _value(match)
    return is_marked(value) and re.search(r"\w[!$%^&*?#~;](?=\w|$)", value) is not None


def _is_plausible(match: re.Match[str]) -> bool:
    value = _value(match)
    return is_plausible_password(value, assigned=False) and re.match(_OTHER_VALUE, value) is None


def _is_strong(match: re.Match[str]) -> bool:
    value = _value(match)
    return is_strong_password(value) and "=" not in value and re.match(_PRODUCT, value) is None


def _are_marked(match: re.Match[str]) -> bool:
    return all(is_marked(each.strip("\"'`.,")) for each in match["value"].split()[::2])


def _is_assigned(match: re.Match[str]) -> bool:
    value = match["value"].strip("\"'")
    return not is_stand_in(value) and re.match(r"[$<{%\[(]", value) is None


def _is_word(match: re.Match[str]) -> bool:
    return not is_stand_in(match["value"]) and not describes_password(match["value"])


def _is_phrase(match: re.Match[str]) -> bool:
    """Whether these words are a passphrase, not a sentence."""
    return not is_sentence(match["value"])


def _is_no_word(match: re.Match[str]) -> bool:
    value = match["value"]
    return (
        is_plausible_password(value, assigned=True)
        and re.search(r"[^A-Za-zÀ-ÿ._-]", value) is not None
    )


def _is_numbered_word(match: re.Match[str]) -> bool:
    return re.match(_PRODUCT, match["value"]) is None and not is_stand_in(match["value"])


_PRODUCT = (
    "(?i:office|windows|win|iphone|ipad|outlook|exchange|server|galaxy|version"
    "|ubuntu|debian|python|sha|md|aes|build"
    "|release|ticket|inc|chg|req|user|host|node|room|step|test|case|error|line|level"
    "|http|utf|base|macos|ios|android|putty|wpa|yubi|webauthn|excel|word|teams|chrome|firefox)"
)


# "The login fails with AADSTS50105" names an error, not a user "fails" and a password.
_HOW_IT_FAILED = (
    r"(?i:fails?|failed|failing|stop(?:s|ped)|end(?:s|ed)|breaks?|broke|hangs?|hung|crash(?:es|ed)"
    r"|abort(?:s|ed)|return(?:s|ed)|respond(?:s|ed)|error(?:s|ed)|dies|died|stall(?:s|ed)|out"
    r"|schlägt|schlug|scheitert|scheiterte|endet|endete|bricht)"
)
_HOW_IT_WENT = rf"(?:{_HOW_IT_FAILED}|(?i:works?|worked|working|succeed(?:s|ed)))"
_CODE = r"(?:[A-Z]{2,}(?:\d[A-Z])?[-_]?\d{3,}(?:-\d+)*[A-Z]?|0x[0-9A-Fa-f]{4,16})"
_LOGIN_ERROR = re.compile(rf"{_HOW_IT_FAILED} {_CODE}|{_HOW_IT_WENT} {_PRODUCT}[\d.]+")


def _is_of_a_login(match: re.Match[str]) -> bool:
    """Whether the value is the password of a user, and not the error that a login ended with."""
    user_and_value = f"{match['user']} {_value(match)}"
    return _is_plausible(match) and _LOGIN_ERROR.fullmatch(user_and_value) is None


def _is_explained(match: re.Match[str]) -> bool:
    """Whether the words around name what the value belongs to: a password, an account, a reset."""
    text, value = match.string, _value(match)
    around = (
        text[max(0, match.start() - 160) : match.start()] + text[match.end() : match.end() + 60]
    )
    if re.search(NAMED, around, re.IGNORECASE):
        return is_plausible_password(value, assigned=False) and re.match(_PRODUCT, value) is None
    return re.search(_ACCOUNT, around) is not None and _is_marked(match)


_ACCOUNT = (
    r"(?<!\w)(?i:root|admin\w*|account|login|logon|reset|user|konto|compte|cuenta"
    r"|conta|creds?)(?!\w)"
)
_LOGIN = (
    r"(?:credentials?|creds|login|logon|log-in|sign-in|zugangsdaten|anmeldedaten|identifiants|"
    r"credenciales|credenciais|credenziali|inloggegevens|inloggningsuppgifter|dane logowania)"
)
_LOGIN_HINTS = hints_of(
    "credential creds login logon log-in sign-in zugangsdaten anmeldedaten identifiants "
    "credenciales credenciais credenziali inloggegevens inloggningsuppgifter logowania"
)
_USER = r"(?P<user>[\"'`]?[\w.@\\-]{1,64}[\"'`]?)"
_AND = (
    r"(?:[ \t]?[/:|,][ \t]?|[ \t](?:and|with|und|mit|et|y|e|en|og|i"
    r"|och)[ \t])(?:pass(?:word)?[ \t])?"
)
_BECOMES = (
    r"(?i:[ \t](?:is|was|are|to|as|now|be|ist|sind|war|lautet|auf|zu|est|sont|es|son"
    "|são|sono|zijn|a|à|en|por"
    "|para|è|é|in|naar|jest|er|är|till?|на|by|with)(?: now| jetzt| nu| maintenant"
    r"| ahora| ab heute)?:?[ \t]"
    r"|[ \t]?(?:[:=]|->|→|=>|—)[ \t]?)"
)
_LOG_IN = (
    "(?i:unlock|decrypt|authenticate|access|connect|get in|log(?:ged|ging)?[ -]?(?:in"
    "|on)|sign(?:ed|ing)?[ -]?in|anmelden|einloggen|inloggen|connectez-vous|connecter"
    "|entrar|acceder|accedere)"
)
_LOG_IN_HINTS = hints_of(
    "unlock,decrypt,authenticate,access,get in,log,sign,anmeld,einlog,inlog,connect,entrar,acced",
    ",",
)


def _named(pattern: str, accepts: Callable[[re.Match[str]], bool]) -> Rule:
    """A rule for a value behind a word for passwords."""
    return Rule("password", NAMED_HINTS, pattern, accepts, head=NAMED_HEAD)


_ANSWERS = (
    r"\s{0,3}[>\t *-]{0,8}(?:\[[\d:]{4,8}\][ ])?(?:[\w. -]{1,30}:[ ]|<[\w. -]{1,30}>[ ])?"
    r"(?:(?i:it is|it['’]s|its|still|das ist|es ist|c['’]est|es|é|è|is)(?: now| still)?[ \t])?"
)

PROSE_RULES = (
    # A word with digits at its end directly behind the word for passwords, or behind "to", "as".
    _named(
        rf"(?<!pass)[ \t](?i:(?:to|auf|en|a|as)[ \t])?{_BEGINS}(?P<value>[A-Za-zÀ-ÿ]{{4"
        r",24}\d{2,6})(?=[\"'`”»)]{0,2}(?:[.,;]?(?:\s|$)))",
        _is_numbered_word,
    ),
    # "I gave her x as a temporary password"
    Rule(
        "password",
        NAMED_HINTS,
        rf"(?<![^\s\"'`“„«(])(?=\S{{0,60}}\d){_VALUE}[\"'`”»)]{{0,2}}[ \t](?i:as|als"
        r"|comme|como|come|som|jako)[ \t]"
        rf"(?:[^\s.,;:]{{1,20}}[ \t]){{0,3}}(?i:{NAMED})",
        _is_plausible,
        loose=True,
    ),
    # The value stands earlier in a sentence that then names a password.
    Rule(
        "password",
        NAMED_HINTS,
        rf"(?<![^\s\"'`“„«(])(?=\S{{0,60}}\d)(?=\S{{0,60}}[!$%^&*?#~]){_VALUE}[^\n.!?]"
        f"{{1,60}}(?i:{NAMED})",
        _has_sign,
        loose=True,
    ),
    Rule(
        "password",
        hints_of("admin root sa user guest operator"),
        r"(?<![\w/.-])(?i:admin|administrator|root|sa|user|guest"
        rf"|operator):(?=\S{{0,60}}\d){_VALUE}",
        _is_marked,
    ),
    Rule(
        "password",
        hints_of("with creds credentials default"),
        r"(?<!\w)(?i:with|creds|credentials|default)[ \t](?i:admin|administrator|root"
        "|sa|user|guest|operator)"
        rf"[/:](?=\S{{0,60}}\d){_VALUE}",
        _is_plausible,
    ),
    Rule(
        "password",
        hints_of("ssid wifi wi-fi wlan"),
        r"(?i:ssid|wi-?fi|wlan)[^\n]{0,60}?(?:[ \t]/|(?i:key|schlüssel|clé|clave"
        rf"|chiave|sleutel):?)[ \t]{_LOOKS}{_BEGINS}{_VALUE}",
        _is_marked,
    ),
    _named(rf"{_OF}{_IS}{_BEGINS}{_VALUE}", _is_plausible),
    # The first word behind a verb, or directly behind the word, that looks like a strong password.
    _named(
        rf"\w{{0,3}}(?:{_OF}(?:{_IS}|{_CHANGED})|{_DIRECTLY}|[ \t]?=[ \t]?"
        rf"|,?[ \t]{{1,2}}){_BEGINS}(?=\S{{0,60}}\d){_VALUE}",
        _is_strong,
    ),
    _named(
        rf"[^\n.!?]{{0,80}}?[ \t,(]{_BEGINS}(?=\S{{0,60}}\d){_VALUE}",
        _has_sign,
    ),
    _named(
        rf"{_OF}[ \t]{_SAYS}[ \t]{_BEGINS}{_WORD}(?!\w){_ENDS}",
        _is_word,
    ),
    _named(
        rf"{_OF}(?i:[ \t](?:is|was|ist|war|est|es|é|è|är)[ \t]){_BEGINS}{_WORD}(?!\w){_ENDS}",
        _is_word,
    ),
    _named(
        rf"{_OF}[ \t]?:[ \t]{_BEGINS}{_WORD}(?!\w)(?=[.\"'`]{{0,2}}[ \t]?(?:$|\n(?![ \t]*[}})])))",
        _is_word,
    ),
    Rule(
        "password",
        NAMED_HINTS,
        rf"(?:{_OF}(?:{_IS}|[ \t]?:)|(?<=phrase))[ \t]?{_BEGINS}(?P<value>[a-zà-ÿ]{{3,20}}"
        r"(?:[ ][a-zà-ÿ]{3,20}){2,7})(?=[\"'`”»)]{0,2}(?:[.,;](?:\s|$)|\n|$"
        "|[ ](?:as|for|until)[ ]))",
        _is_phrase,
        head="(?i:pass[ -]?(?:phrase|word)|kennwort|passwort|mot de passe|contraseña|senha)",
    ),
    _named(
        rf"{_OF}(?<!user)(?<!by)(?<!from)(?<!host)(?<!id)(?<!name)(?<!Benutzer)[ \t]?:[ \t]?"
        rf"{_BEGINS}{_VALUE}",
        _is_plausible,
    ),
    _named(
        rf"{_OF}[ \t](?i:from|von|de|da|van|från|z)[ \t](?P<value>[^\s<>;,]{{6,64}}[ \t]"
        r"(?i:to|auf|zu|à|a|para|in|naar|till|na)[ \t][^\s<>;,]{6,64}(?<![.)]))",
        _are_marked,
    ),
    # The name and its value are members of the same JSON object, or of a nested one.
    _named(
        r"\w{0,12}[\"']?\s{0,3}[:,]?\s{0,3}\{?\s{0,20}[\"']?(?i:value)[\"']?\s?[:=]\s?"
        r"[\"']?(?P<value>[^\s\"'<>;,{}]{6,128})",
        _is_plausible,
    ),
    Rule(
        "password",
        hints_of("psk passphrase"),
        r"(?i:psk|passphrase)\s?=\s?(?P<value>\"[^\"\n]{8,63}\"|[^\s\"'<>;]{8,63})",
        _is_assigned,
    ),
    # The answer is on a line of its own, perhaps after the name of its author.
    _named(rf"[^\n]{{0,80}}?[:?.]?[ \t]*\n{_ANSWERS}{_BEGINS}{_VALUE}", _is_marked),
    Rule(
        "password",
        hints_of("set it to,change it to,changed it to,make it", ","),
        rf"(?i:set it to|changed? it to|make it)[^\n]{{0,20}}\?[ \t]*\n{_ANSWERS}{_BEGINS}{_VALUE}",
        _is_plausible,
    ),
    _named(r"[ \t](?P<quote>[\"'`“„«])(?P<value>[^\s\"'`“”«»]{5,64})[\"'`”»]", _is_no_word),
    Rule(
        "password",
        hints_of("admin root sa"),
        r"(?<![\w/.-])(?i:administrator|admin|root|sa)[ \t](?:and|und|et|y|e|en"
        rf"|/)[ \t]{_BEGINS}{_VALUE}",
        _is_marked,
    ),
    # The value stands before the word for passwords: "x is the new password".
    Rule(
        "password",
        NAMED_HINTS,
        rf"(?<![^\s\"'`“„«(])(?=\S{{0,60}}\d){_VALUE}[\"'`”»)]{{0,2}}[ \t](?i:is|ist"
        r"|est|es|é|è|är|to|это)[ \t]"
        "(?i:(?:the|das|le|la|a|o|il|het|your|ihr|dein|det|my"
        rf"|our)[ \t])?(?i:{_USUAL}[ \t]){{0,3}}(?i:{NAMED})",
        _is_marked,
        loose=True,
    ),
    Rule(
        "password",
        _LOGIN_HINTS,
        rf"(?i:{_LOGIN})(?:{_OF}{_BECOMES}|[ \t]\(?){_USER}(?i:{_AND})(?=\S{{0,60}}[\d!"
        f"$%^&*?@#+=~]){_VALUE}",
        _is_of_a_login,
    ),
    Rule(
        "password",
        _LOG_IN_HINTS,
        rf"{_LOG_IN}[^\n.!?]{{0,60}}?[ \t](?i:with|using|and|mit|met|avec|con|com|und"
        rf"|et|y|e|en)[ \t]{_LOOKS}{_BEGINS}{_VALUE}",
        _is_marked,
    ),
    Rule(
        "password",
        (*NAMED_HINTS, "to log", "to sign", "for log", "for sign"),
        r"(?<!\w)(?i:use|try|with|mit|avec|con|com|met"
        rf"|med)[ \t]{_LOOKS}{_BEGINS}{_VALUE}[\"'`”)]{{0,2}}[ \t]"
        "(?i:to (?:log|sign)|for (?:the )?(?:log|sign)|as (?:the |your |a |his "
        f"|her )?(?:{_USUAL} )?{NAMED}"
        rf"|(?:als|comme|como|come|som)[ \t](?:das |het |{_USUAL} )?{NAMED})",
        _is_marked,
        loose=True,
    ),
    Rule(
        "password",
        hints_of(
            "it's,it’s,it is,it was,its,es ist,c'est,c’est,ahora es,agora é,ora è,ist jetzt,"
            "lautet jetzt,est maintenant,is nu,is now,now is,one,nouveau,neue,nueva,nuova,"
            "nova,nieuw,nytt",
            ",",
        ),
        r"(?<!\w)(?i:(?:it['’]?s|it is|it was|es ist|c['’]est)(?:[ \t](?:now"
        r"|currently|still|jetzt|maintenant))?[ \t]"
        r"|ahora es[ \t]|agora é[ \t]|ora è[ \t]|(?:ist|lautet) jetzt[ \t]"
        r"|est maintenant[ \t]|is nu[ \t]|is now[ \t]|now is[ \t]"
        r"|(?:new|old|other|first|second) one(?: is| was|:)?[ \t]|(?<=new )one(?: is"
        r"| was|:)[ \t]|(?<=her )one[ \t]"
        r"|(?:nouveau|neue[srmn]?|nueva|nuova|nova|nieuwe?|nytt)[^\n.:]{0,30}:[ \t])"
        rf"(?=\S{{0,60}}\d){_BEGINS}{_VALUE}",
        _is_explained,
    ),
    Rule(
        "password",
        hints_of("reset set changed change updated bumped rotated cambi reimpost"),
        r"(?<!\w)(?i:reset|set|changed?|updated|bumped|rotated|cambi[éó]|cambiato"
        r"|reimpostat[oa])[^\n.!?]{0,60}?"
        rf"[ \t](?i:to|a|en|in)[ \t]{_BEGINS}{_VALUE}",
        _has_sign,
    ),
)
