"""Passwords, PINs and codes in text: by what is said before them."""

import re

from recollect.detection.plausible import is_plausible_password, is_strong_password
from recollect.detection.rules import Rule, words

_NAMED = (
    r"(?:passw(?:or)?d|passphrase|passcode|pwd|(?<=_)pass|(?<![^\W_])pw|(?<![^\W_])pass"
    r"|passwor[td]|kennwort|mot de passe|contraseña|contrasena|senha|wachtwoord|lösenord|hasło"
    r"|(?<![^\W_])psk|pre-?shared[ -]key|(?:wpa[23]?|wifi|wi-fi|wlan|network)[ -](?:key"
    r"|schlüssel)|community string"
    r"|пароль|パスワード|密码|密碼|비밀번호)"
)
_NAMED_HINTS = (
    *("mot de passe", "community string"),
    *words("psk preshared pre-shared wpa wifi wi-fi wlan network"),
    *words("passw passphrase passcode pwd pass pw kennwort contrase senha wachtwoord lösenord"),
    *words("hasło пароль パスワード 密码 密碼 비밀번호"),
)
ASSIGNS = r"""(?:\\?["'`\]*]){0,3}\s{0,3}(?:=>|:=|={1,2}|[:\uff1a]|>)\s{0,3}(?:\*\*\s?)?"""
QUOTED = r"""\\?(?P<quote>["'`])"""
VALUE = rf"""(?:{QUOTED})?(?P<value>(?(quote)(?:(?!(?P=quote))[^\n\\])+|[^\s"'`<>;\\]+))"""
SAYS = (
    r"(?i:\s(?:is|was|ist|war|lautet|est|es|è|é|jest|(?:(?:re)?set |changed )?to)"
    r"(?: now| jetzt)?:?\s)"
)
# The rest of what a password is of: "of the router in the branch at Vigo".
_OF = r"(?:[ \t][^\s.;!?:=\"'`]{1,30}){0,9}?"
_BECOMES = (
    r"(?i:[ \t](?:is|was|are|to|as|now|be|ist|war|lautet|auf|zu|est|es|a|à|en|por|para|è|é|in"
    r"|naar|jest|"
    r"er|til|till|на|by|with)(?: now| jetzt| nu| maintenant| ahora)?:?[ \t]|[ \t]?(?:[:=]|->|→"
    r"|=>)[ \t]?)"
)
_BARE = r"[\"'`]?(?P<value>[^\s\"'`<>;,]{6,128}[^\s\"'`<>;,.)])"
_LOGIN = (
    r"(?:credentials?|creds|login|logon|log-in|sign-in|zugangsdaten|anmeldedaten|identifiants|"
    r"credenciales|credenciais|credenziali|inloggegevens)"
)
_LOGIN_HINTS = words(
    "credential creds login logon log-in sign-in zugangsdaten anmeldedaten identifiants "
    "credenciales credenciais credenziali inloggegevens"
)
_USER = r"[\"'`]?[\w.@\\-]{1,64}[\"'`]?"
_AND = (
    r"(?:[ \t]?[/:|,][ \t]?|[ \t](?:and|with|und|mit|et|y|e|en|og|i)[ \t])(?:pass(?:word)?[ \t])?"
)

_PIN = (
    r"(?<![^\W_])(?:pins?|pin[- ]?codes?|puk|pincodes?"
    r"|(?:door|gate|entry|access|alarm|unlock|lock|keypad|safe|vault|voicemail|voice mail|garage"
    r"|building)"
    r"[- ]?codes?|passcodes?|zugangscode|türcode|alarmcode|toegangscode|code d'accès|digicode"
    r"|código de acceso|código de acesso|codice di accesso)"
)
_OTP = (
    r"(?<![^\W_])(?:(?:verification|security|one[- ]time|login|log-in|sign-in|confirmation|"
    r"auth(?:entication|enticator|orization)?|2fa|mfa|two[- ]factor|sms|otp|activation|reset"
    r"|access|"
    r"pairing)[- ]?(?:pass)?codes?|otp|totp|one[- ]time (?:password|pin)|m?tan|"
    r"(?:bestätigungs|sicherheits|verifizierungs|einmal|anmelde|freischalt)-?code|einmalpasswort|"
    r"code (?:de )?(?:vérification|sécurité|confirmation)|código de (?:verificación|seguridad|"
    r"verificação|segurança|confirmación)|codice di (?:verifica|sicurezza|conferma)|"
    r"(?:verificatie|beveiligings|bevestigings)code)(?![^\W_])"
)
_NUMBER = (
    r"(?P<value>\d{4,8}|\d{3}[ -]\d{3}|[A-Z]-?\d{5,8})(?![\w%°$€£]|[.,:/-]\d|[ ]?"
    r"(?:characters?|digits?|ms|seconds?|minutes?|times|attempts|Zeichen|Stellen)\b)"
)
_NUMBER_AFTER = r"[\"'`(]?" + _NUMBER
_ASKED = (
    r"(?:mother['’]?s? maiden name|maiden name|first pet|(?:name of )?(?:your |my |the |his "
    r"|her )?first"
    r" (?:pet|school|teacher|car|street)|favou?rite (?:teacher|film|movie|book|colou?r|food)"
    r"|city of birth|place of birth|birth ?place|childhood (?:nickname|friend)|security answer"
    r"|secret answer|memorable (?:word|place|name)|mädchenname der mutter|geburtsname der mutter"
    r"|sicherheitsantwort|nom de jeune fille de (?:sa|ma|la) mère|apellido de soltera)"
)
_ASKED_HINTS = words(
    "maiden name,first ,name of,favorite,favourite,city of birth,place of birth,birthplace,"
    "birth place,childhood,security answer,secret answer,memorable,mädchenname,"
    "geburtsname,sicherheitsantwort,nom de jeune,apellido de soltera,mother",
    ",",
)


def without_tail(value: str) -> str:
    """Less the punctuation of the sentence, and the parameters after it in a URL."""
    return re.split(r"&\w{1,40}=", value, maxsplit=1)[0].rstrip(".,:)]}")


def is_password(match: re.Match[str]) -> bool:
    """Whether what is assigned to a word for passwords can be one."""
    before = match.string[match.start() : match.start("value")].rstrip()
    assigned = match["quote"] is not None or before.endswith("=")
    return is_plausible_password(without_tail(match["value"]), assigned=assigned)


def is_told_password(match: re.Match[str]) -> bool:
    """The same where only words stand before it."""
    return is_plausible_password(without_tail(match["value"]), assigned=False)


def _is_strong(match: re.Match[str]) -> bool:
    return is_strong_password(match["value"])


def _are_strong(match: re.Match[str]) -> bool:
    return all(
        is_strong_password(each) and re.search(r"[!$%^&*?@#+=~]", each) is not None
        for each in re.split(r"\s", match["value"])[::2]
    )


def _is_no_year(match: re.Match[str]) -> bool:
    direct = re.search(r"[^\W\d]\W{0,4}$", match.string[match.start() : match.start("value")])
    return direct is not None and re.fullmatch(r"(?:19|20)\d\d", match["value"]) is None


PASSWORD_RULES = (
    Rule("password", _NAMED_HINTS, f"(?i:{_NAMED})\\d?{ASSIGNS}{VALUE}", is_password),
    Rule("password", _NAMED_HINTS, f"(?i:{_NAMED}){SAYS}{VALUE}", is_told_password),
    Rule(
        "password",
        _NAMED_HINTS,
        rf"(?i:{_NAMED})\s{QUOTED}(?P<value>[^\s\"'`]+)(?P=quote)",
        is_told_password,
    ),
    # Each place of a verb is another match: the first word that looks like a password ends it.
    Rule(
        "password",
        _NAMED_HINTS,
        rf"(?i:{_NAMED})\w{{0,3}}(?:{_OF}{_BECOMES}|,?[ \t]{{1,2}})(?=\S{{0,60}}\d){_BARE}",
        _is_strong,
    ),
    Rule(
        "password",
        _LOGIN_HINTS,
        rf"(?i:{_LOGIN})(?:{_OF}{_BECOMES}|[ \t]){_USER}(?i:{_AND})(?=\S{{0,60}}"
        rf"[\d!$%^&*?@#+=~]){_BARE}",
        is_told_password,
    ),
    Rule(
        "password",
        words("user username login benutzer usuario utilisateur"),
        r"(?i:user(?:name)?|login|benutzer|usuario|utilisateur)[ \t:=]{1,3}[\w.@\\-]{1,64},?"
        r"[ \t]{1,2}(?i:password|passwd|pass|pwd?|passwort|pw)[ \t]{1,2}(?P<value>(?=\S{0,60}\d)"
        r"[^\s\"'`<>;,]{5,128}[^\s\"'`<>;,.)])",
        is_told_password,
    ),
    # A word of both cases with a digit and a sign amid it is no prose, whatever stands before it.
    Rule(
        "password",
        words("! $ ^ * %", None),
        r"(?<![^\s\"'`(,:=])(?P<value>(?=[^\s]{0,40}[a-z])(?=[^\s]{0,40}[A-Z])(?=[^\s]{8,40}(?!\S))"
        r"[A-Za-z]{2,24}(?:[!$^*]\d{2,}[A-Za-z0-9]{0,12}|\d{1,6}(?:[!$^*]|%(?![0-9a-fA-F]{2}))"
        r"[A-Za-z]{2,24}\d{0,6}))(?=[\s\"'`.,;)]|$)",
        loose=True,
    ),
    Rule(
        "password",
        words("from von de da van", None),
        r"(?i:(?<![^\W_])(?:from|von|de|da|van))[ \t]"
        r"(?P<value>[^\s\"'`<>;,]{7,64}[ \t](?i:to|auf|zu|à|a|para|in|naar)[ \t]"
        r"[^\s\"'`<>;,]{7,64}(?<![.)]))",
        _are_strong,
    ),
    Rule(
        "password",
        words("passphrase,pass phrase,passwort", ","),
        r"(?i:pass ?phrase)[^\n:\"'`]{0,40}[:\s]\s?[\"'`](?P<value>[^\W\d_]{2,}(?:[ -]"
        r"[^\W\d_]{2,}){2,9})[\"'`]",
    ),
    Rule(
        "pin",
        words("pin puk code digicode código codice"),
        rf"(?i:{_PIN})(?:{_OF}{_BECOMES}|[ \t]?[#:=(]?[ \t]?){_NUMBER_AFTER}",
        loose=True,
    ),
    Rule(
        "one_time_code",
        words("code,código,codice,otp,einmalpasswort,tan ,one-time ,one time ", ","),
        rf"(?i:{_OTP})(?:{_OF}{_BECOMES}|[ \t]?[:=(]?[ \t]?){_NUMBER_AFTER}",
        loose=True,
    ),
    Rule(
        "one_time_code",
        words("code otp pin passcode", None),
        r"(?<![\w.,/-])(?P<value>\d{4,8}|\d{3}[ -]\d{3})[ \t](?i:is|ist|est|es|è|é)[ \t](?i:your"
        r"|the|dein|ihr|votre|tu|su|seu|il tuo|uw|je)"
        r"[^\n.]{0,40}?(?i:code|otp|pin|passcode|código|codice)",
        loose=True,
    ),
    Rule(
        "card_code",
        words("cvc cvv cid card"),
        r"(?<![^\W_])(?i:cvc2?|cvv2?|cid|card (?:verification|security)(?: code| value)?)"
        r"(?i:[ \t]?(?:[:=#(]|is|code|number|no\.?){0,2}[ \t]?){1,2}(?P<value>\d{3,4})(?!"
        r"[\w.,-]\d|\w)",
    ),
    Rule(
        "recovery_code",
        words("backup recover rescue scratch emergency wiederher"),
        r"(?i:(?:backup|recovery|rescue|scratch|emergency|wiederherstellungs)[ -]?(?:codes?"
        r"|keys?))[^\n:=]{0,40}?[:=\s]\s{0,3}"
        r"(?P<value>(?=[^\n]{0,40}\d)[A-Za-z0-9]{4,10}(?:-[A-Za-z0-9]{4,10}){1,9}(?:[\s,;]{1,3}"
        r"[A-Za-z0-9]{4,10}(?:-[A-Za-z0-9]{4,10}){1,9}){0,20}"
        r"|\d{6,10}(?:[\s,;]{1,3}\d{6,10}){0,20})(?!\w)",
    ),
    Rule(
        "totp_seed",
        words("totp 2fa mfa authenticator otp seed"),
        r"(?i:(?<![^\W_])(?:totp|2fa|mfa|authenticator|otp|seed)(?:[ _-](?:setup|manual|entry"
        r"|app))?(?:[ _-](?:secret|seed|key|code))?)"
        r"(?i:[ \t]?(?:is|:|=|[\"'])){0,3}[ \t]?(?P<value>(?=[A-Z ]{0,30}[2-7])[A-Z2-7]{4}(?:"
        r"[ -]?[A-Z2-7]{4}){3,15}=*)(?!\w)",
    ),
    Rule(
        "security_answer",
        _ASKED_HINTS,
        rf"(?i:{_ASKED})(?i:[ \t]?[:=][ \t]?|[ \t](?:is|was|ist|war|lautet|est|es)[ \t])[\"'`]?"
        r"(?P<value>[A-ZÀ-Þ][^\W_]{1,30}(?:[ '’-][A-ZÀ-Þ]?[^\W_]{1,30}){0,1}?)(?=[\"'`.,;)\n]|$| "
        r"[a-z]|[ ]?$)",
    ),
)
