"""PINs, one-time codes, and codes of doors and safes.

A number is a code only by the words around it: what it is called, whose it is, or what it is used
for. The module is long because it lists these words in many languages.
"""

import re

from recollect.detection.rules import Rule, Rules, hints_of

_DIGITS = (
    r"(?:\d{4,8}|\d{3}[ -]\d{3}|\d\d[ -]\d\d[ -]\d\d|\d(?:[ -]\d){3,7}|[A-Z]-?\d{4,8}"
    r"|\d{1,3}[A-F]\d{1,3})"
)
_GUARD = (
    r"(?![^\W\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]|[%°$€£]|[.,:/-]\d"
    "|[ ]?(?:characters?|digits?|ms|seconds?|minutes?|times|attempts|Zeichen|Stellen"
    r"|more|errors?|rows|days|hours|requests|users|issues|per)(?!\w))"
)
_NUMBER = rf"[\"'`“„«(*]{{0,2}}(?P<value>{_DIGITS}[#*]?){_GUARD}"
# Six digits, or digits in groups, or with `#` or `*`: fewer digits may be anything.
_SIX = (
    r"[\"'`“„«(*]{0,2}(?P<value>(?:\d{6}|\d{3}[ -]\d{3}|\d\d[ -]\d\d[ -]\d\d"
    rf"|\d(?:[ -]\d){{3,7}}|\d{{4,8}}[#*])){_GUARD}"
)
_OF = r"(?:[ \t][^\s.;!?:=\"`]{1,30}){0,9}?"
_IS = (
    r"(?i:[ \t](?:is|was|ist|war|lautet|est|es|é|è|är|to|jest|luidt|reads|(?:changed|set|reset) to"
    r"|(?:ge[äa]ndert|gesetzt|gewijzigd) (?:auf|in)|(?:wurde|wird)[^\n.]{0,40} auf)"
    r"(?:[ ](?:seit|ab|bis|since|from|as of|depuis|desde|da|vanaf) \S{1,12})?(?: now"
    r"| jetzt| nu| le| la| el| o| il| die| der)?:?[ \t]{1,2}|[ \t]?(?:[:=\uff1a]|->|→"
    r"|—|\u2013)[ \t]?|は)"
)
_DIRECTLY = r"[ \t]?[#:=(]?[ \t]?"

_PIN = (
    r"(?<![^\W_])(?:PINs?|(?i:pins?)(?=[ \t]?(?:[:=]|is[ ]|was[ ]|ist[ ]|est[ ]|es[ ]"
    r"|\d{4,8}(?:[.,;)\n]|$|[ ](?:for|to|until|and|is|works))))"
    r"|(?i:pin[- ]?codes?|pincodes?|puk"
    "|(?:door|gate|entry|access|alarm|unlock|lock|keypad|safe|vault|voicemail"
    "|voice mail|garage|building|lift|lobby)"
    "[- ]?(?:codes?|combination|pin)|passcodes?|zugangscode|türcode|torcode"
    "|alarmcode|tresorcode|toegangscode|code d'accès|digicode"
    "|código de acceso|código de acesso|codice di accesso|deurcode|portkod"
    "|kod do (?:drzwi|bramy|alarmu)))|暗証番号"
)
_PIN_HINTS = hints_of(
    "pin,puk,door,gate,entry,access,alarm,unlock,lock,keypad,safe,vault,voice,garage,"
    "building,lift,lobby,passcode,zugangscode,türcode,torcode,tresorcode,"
    "toegangscode,code d'acc,digicode,código de ac,codice di ac,deurcode,portkod,"
    "kod do ,暗証番号",
    ",",
)
_OTP = (
    r"(?<![^\W_])(?i:(?:verification|security|one[- ]time|login|log-in|sign-in|confirmation|"
    "auth(?:entication|enticator|orization)?|2fa|mfa|two[- ]factor|sms|otp"
    "|activation|reset|access|pairing)"
    r"[- ]?(?:pass)?codes?|otp(?:[- ](?:code|kod))?|totp|one[- ]time (?:password|pin)|m?tan|"
    r"(?:bestätigungs|sicherheits|verifizierungs|einmal|anmelde|freischalt)-?code|einmalpasswort|"
    "code (?:de )?(?:vérification|sécurité|confirmation|connexion)|code otp"
    "|código de (?:verificación|seguridad|acceso|acesso|"
    "verificação|segurança|confirmación|confirmação)|codice (?:otp|di (?:verifica"
    "|sicurezza|conferma|accesso))|"
    "(?:verificatie|beveiligings|bevestigings|inlog|toegangs)code"
    "|kod (?:weryfikacyjny|autoryzacyjny|jednorazowy|sms)"
    r"|engångskod(?:en)?|verifieringskod(?:en)?|код (?:подтверждения|доступа)|doğrulama kodu"
    r"|(?:認証|確認)コード|验证码|驗證碼|인증번호)(?![^\W_\u0430-\u044f\u304c\u306e\u306f])"
)
_OTP_HINTS = hints_of(
    "verification,security,one-time,one time,login,log-in,sign-in,confirmation,auth,"
    "2fa,mfa,two-factor,two factor,sms,otp,activation,reset,access,pairing,totp,tan,"
    "mtan,bestätigungs,sicherheits,verifizierungs,einmal,anmelde,freischalt,code de ,"
    "code vér,code séc,code con,code otp,código de ,codice ,verificatie,beveiligings,"
    "bevestigings,inlogcode,toegangs,kod ,engångskod,verifieringskod,код ,doğrulama,"
    "認証コード,確認コード,验证码,驗證碼,인증번호",
    ",",
)
_CODE = r"(?:code|passcode|kod|otp|pin|tan|código|codice)"
_SOMEBODYS = r"(?:your|the|dein|ihr|votre|ton|tu|su|seu|sua|il tuo|il suo|uw|je|din|twój|my|a)"
_USED = (
    "(?:use|enter|type|typed|entered|quote|reply with|saisissez|entrez|utilisez"
    "|verwenden sie|geben sie|ingrese|introduzca|utilice|digite"
    r"|insira|inserisci|usa|gebruik|voer|ange|wpisz|użyj)"
)
_USED_HINTS = hints_of(
    "use,enter,type,quote,reply with,saisissez,entrez,utilisez,verwenden sie,"
    "geben sie,ingrese,introduzca,utilice,digite,insira,inserisci,usa,gebruik,voer,"
    "ange,wpisz,użyj",
    ",",
)
_LETS_IN = (
    "sms|text message|text code|texted|caller|phone|authenticator|mfa|2fa|verif"
    "|log-?in|logged|sign-?in|door|gate|alarm|safe"
    r"|key ?box|key ?safe|introdu|enter |saisi|eingeb|insir|inseri|expired"
    "|garage|keypad|locker|lock |entrance|tür|schlüssel|tresor|alarm|schloss|porte"
    "|coffre|puerta|caja fuerte|porta|cofre|portone"
    r"|cassaforte|deur|kluis|dörr|drzw|sejf|двер"
)
_YOURS = (
    r"(?<!\w)(?:your|ihr|dein|votre|ton|tu|su|seu|tuo|suo|uw|je|din|twój|ваш|her|his"
    r"|my|mein|mon|mi|meu|mio|mijn)\W*$"
)
_OTHER = (
    "(?:error|exit|status|return|response|zip|postal|post|area|country|promo"
    "|promotion|discount|voucher|coupon|product|item|reason"
    "|fault|stop|https?|source|event|transaction|currency|language|bar|qr|key|cost"
    "|tax|sort|dial|shipping|tariff|hs|iso|bug|gift"
    "|reference|booking|tracking|order|customer|invoice|ticket|fehler|postleit"
    "|länder|produkt|artikel|rabatt|fout|fel|hata|build"
    "|ending|ends|ending in|port|line|row|page|version|inc|case|article|model|serial"
    r"|batch|job|node)\W*$"
)
_OTHER_AFTER = (
    r"\W*(?:postal|post|d['’]erreur|erreur|de error|de erro|errore|di errore|promo"
    r"|produit|article|de producto|review|base|path|of)(?!\w)"
)


def _is_year(match: re.Match[str]) -> bool:
    return re.fullmatch(r"(?:19|20)\d\d", match["value"]) is not None


def _is_no_year(match: re.Match[str]) -> bool:
    direct = re.search(r"[^\W\d]\W{0,4}$", match.string[match.start() : match.start("value")])
    return direct is not None and not _is_year(match)


def _lets_in(match: re.Match[str]) -> bool:
    """Whether this code lets somebody in, and is not the code of an error or a product."""
    text = match.string.lower()
    start, end = match.span()
    before, joint = text[max(0, start - 80) : start], text[match.end("noun") : match.start("value")]
    if re.search(_OTHER, before) or re.search(_OTHER, joint) or re.match(_OTHER_AFTER, joint):
        return False
    if _is_year(match):
        return False
    return (
        re.search(_YOURS, before) is not None
        or re.search(_LETS_IN, before + joint + text[end : end + 60]) is not None
    )


def _is_of_a_place(match: re.Match[str]) -> bool:
    """Whether the words before the code name a door or a safe, and it is not a year."""
    before = match.string[max(0, match.start() - 80) : match.start()].lower()
    is_of_place = re.search(_PLACE, before) is not None and not re.search(_OTHER, before)
    return is_of_place and not _is_year(match)


_PLACE = (
    "door|gate|alarm|safe|garage|keypad|key ?box|locker|entrance|tür|tresor|schloss"
    "|porte|coffre|puerta|portone"
    r"|caja fuerte|cofre|cassaforte|deur|kluis|dörr|drzw|sejf"
)


def _is_in_a_login(match: re.Match[str]) -> bool:
    text = match.string
    before = text[max(0, match.start() - 160) : match.start()].lower()
    return not re.search(_OTHER, before) and re.search(_FACTOR, before) is not None


_FACTOR = (
    r"(?<!\w)(?:otp|mfa|2fa|authenticator|verification|one-time|einmal|sms|text(?:ed"
    r"| message)|tan)(?!\w)[^\n]{0,120}$"
)


def _is_of_a_code(match: re.Match[str]) -> bool:
    before = match.string[max(0, match.start() - 100) : match.start()]
    is_code = re.search(_CODE_WORD, before) is not None or (
        "code" in before.lower() and re.search(_LETS_IN, before.lower()) is not None
    )
    return is_code and not _is_year(match)


_CODE_WORD = r"(?<!\w)(?:PIN|OTP|TAN|[Pp]asscode|(?:[Dd]oor|[Gg]ate|[Aa]larm) code)(?!\w)"

# A text without such a number, other than a year, is not searched for codes.
_ANY_NUMBER = (
    r"[A-Z](?<!\w.)-?\d{4}|\d(?<![^\W\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3].)(?<![.,"
    r":/].)(?!(?<=[12])[09]\d\d(?!\d))"
    r"(?:\d{2,7}|[ -]?\d[ -]|\d{0,2}[A-F]\d)(?!\d?[.,:/]\d)"
)

CODES = Rules(
    # Two groups of three digits in a text about logging in with a code.
    Rule(
        "one_time_code",
        hints_of("code otp mfa 2fa authenticator sms kod código codice tan"),
        r"\d(?<![\w.,:/+(-].)(?<!\d .)\d\d[ -]\d{3}(?![\w%°$€£]|[ ]\d"
        r"|[.,:/-]\d)(?![ ]?(?:ms|rows|errors|users|bytes|EUR|USD|kr|zł|km|m²))",
        _is_in_a_login,
        loose=True,
    ),
    Rule(
        "one_time_code",
        hints_of("2fa mfa authenticator sms"),
        r"(?<![^\W_])(?i:2fa|mfa|authenticator|sms)(?: app)?(?i:[ \t](?:shows|showed"
        "|says|said|gives|gave|displays|zeigt|affiche|muestra|mostra|toont|tells)"
        rf"(?: me| him| her)?|:)[ \t]{_NUMBER}",
    ),
    Rule(
        "pin",
        hints_of("one is,it's,it’s,it is,es ist,jetzt,now", ","),
        r"(?<!\w)(?i:(?:new )?one is|it['’]?s|it is|es ist|jetzt|now)(?i: now"
        rf"| jetzt)?[ \t]{_NUMBER}",
        _is_of_a_code,
    ),
    Rule("pin", _PIN_HINTS, rf"(?:{_PIN})(?:{_OF}{_IS}|{_DIRECTLY}){_NUMBER}", _is_no_year),
    Rule(
        "pin",
        hints_of("alarm safe lock keypad gate door"),
        r"(?<!\w)(?i:alarm|safe|lock|keypad|gate|door)(?i: is| was)?(?i: set"
        "| changed)?(?i: to|:)[ ]"
        rf"{_NUMBER}(?=[.,;)]|\n|$|[ ](?i:and|until|since))",
    ),
    Rule(
        "pin",
        hints_of("safe lock locker entrance key"),
        r"(?<!\w)(?i:safe|lock|locker|entrance|key)(?!\w)[^\n]{0,100}?(?i:combination"
        r"|dials?|code|numbers?)[^\n\d]{0,12}[ ]"
        r"(?P<value>\d{1,2}(?:-\d{1,2}){2,5})(?![\w-])",
    ),
    Rule(
        "pin",
        hints_of("code código codice"),
        rf"(?<!\w)(?P<noun>(?i:code|código|codice)):?[ \t]{_NUMBER}",
        _is_of_a_place,
    ),
    Rule(
        "one_time_code",
        hints_of("token code mfa 2fa authenticator otp"),
        r"(?<!\w)(?i:token|code|mfa|2fa|authenticator"
        r"|otp)[^\n]{0,30}\n(?:\[[\d:]{4,8}\][ ])?(?:[\w. -]{1,30}:[ ]"
        r"|<[\w. -]{1,30}>[ ]|>[ ])"
        r"(?P<value>\d{6}|\d{3} \d{3})(?=[.,]?\s|$)"
        r"",
    ),
    Rule(
        "one_time_code",
        _OTP_HINTS,
        rf"{_OTP}(?:{_OF}{_IS}|{_DIRECTLY}){_NUMBER}",
        _is_no_year,
    ),
    Rule(
        "one_time_code",
        hints_of("code otp pin kod código codice tan", None),
        r"(?P<value>[A-Z\d](?<![\w.,/-].)(?:(?<=[A-Z])-\d{4,8}|(?<=\d)(?:\d{3,7}"
        r"|\d\d[ -]\d{3})))[ \t](?i:is|ist|est|es|é|è|är"
        rf"|to)[ \t](?i:{_SOMEBODYS})[ \t]"
        rf"[^\n.]{{0,40}}?(?i:{_CODE})",
        loose=True,
    ),
    Rule(
        "one_time_code",
        _USED_HINTS,
        rf"(?<!\w)(?i:{_USED})[ \t]{_NUMBER}[\"'”)*]{{0,2}}[ ,](?i:to|as|when|for|at"
        r"|if|um|als|zur?|pour|comme|para|como|per|come|om|för|aby)[ \t]"
        r"[^\n.]{0,50}?(?i:code|verif|sign|log[- ]?in|confirm|2fa|mfa|bestätig|anmeld"
        "|vérif|conne|conferm|bevestig|inlog|bekräft|kod)",
    ),
    Rule(
        "one_time_code",
        hints_of("code digits kod код コード código codice ziffern chiffres dígitos"),
        r"(?<!\w)(?P<noun>(?i:code|digits|kod|код|コード|código|codice|ziffern|chiffres"
        rf"|dígitos))(?!\w)[^\n.!?]{{0,60}}?[ \t,:(]{_SIX}",
        _lets_in,
    ),
    Rule(
        "one_time_code",
        hints_of("code kod код コード código codice"),
        rf"(?<!\w)(?P<noun>(?i:code|kod(?:en)?|код|コード|código|codice))(?!\w){_OF}{_IS}{_NUMBER}",
        _lets_in,
    ),
    where=_ANY_NUMBER,
    hints=hints_of(
        "authen,code,código,codice,kod,код,コード,码,碼,番号,번호,otp,tan,pin,puk,digi,"
        "ziffern,chiffres,dígitos,combination,passw,verif,sign,log in,login,log-in,"
        "confirm,2fa,mfa,alarm,safe,lock,keypad,gate,door",
        ",",
    ),
)
