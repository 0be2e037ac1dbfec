"""What proves who somebody is without a password: recovery codes, seeds, codes of cards, answers.

The seeds are those of one-time codes (TOTP), the answers those to security questions.
"""

from recollect.detection.rules import Rule, hints_of

_ASKED = (
    r"(?:mother['’]?s? maiden name|maiden name|first pet|(?:name of )?(?:your |my |the |his "
    r"|her )?first"
    r" (?:pet|school|teacher|car|street)|favou?rite (?:teacher|film|movie|book|colou?r|food)"
    "|city of birth|place of birth|birth ?place|childhood (?:nickname|friend)"
    "|security answer|answer to (?:the |his |her |my |your )?(?:security"
    "|secret) question|antwort auf die sicherheitsfrage"
    r"|secret answer|memorable (?:word|place|name)|mädchenname der mutter|geburtsname der mutter"
    r"|sicherheitsantwort|nom de jeune fille de (?:sa|ma|la) mère|apellido de soltera)"
)
_ASKED_HINTS = hints_of(
    "maiden name,first ,name of,favorite,favourite,city of birth,place of birth,"
    "birthplace,birth place,answer to,antwort auf,childhood,security answer,"
    "secret answer,memorable,mädchenname,geburtsname,sicherheitsantwort,nom de jeune,"
    "apellido de soltera,mother",
    ",",
)
_BULLET = r"(?:(?:\d{1,2}[.)]|[-*•])[ \t]{1,3})?"
_PART = r"(?=[A-Za-z]{0,9}\d)[A-Za-z0-9]{4,10}"
_ITEM = (
    r"(?:(?=[A-Z-]{0,40}\d)[A-Z0-9]{4,10}(?:-[A-Z0-9]{4,10}){1,9}"
    f"|{_PART}(?:[- ](?:{_PART}|[A-Z]{{4,10}}|(?<=-)[a-z]{{4,10}})){{1,9}}"
    r"|\d{6,10}(?![\d-]))"
)

RECOVERY_RULES = (
    Rule(
        "card_code",
        hints_of("cvc cvv cid card"),
        r"(?<![^\W_])(?i:cvc2?|cvv2?|cid|card (?:verification|security)(?: code| value)?)"
        r"(?i:[ \t]?(?:[:=#(]|is|code|number|no\.?){0,2}[ \t]?){1,2}(?P<value>\d{3,4})(?!"
        r"[\w.,-]\d|\w)",
    ),
    Rule(
        "recovery_code",
        hints_of("backup recover rescue scratch emergency wiederher secours herstel copia"),
        "(?i:(?:backup|recovery|rescue|scratch|emergency"
        "|wiederherstellungs)[ -]?(?:codes?|keys?|schlüssel)"
        "|codes? de (?:secours|récupération)|códigos? de (?:respaldo|recuperación"
        "|recuperação|backup)|codic[ei] di (?:backup|recupero)|herstelcodes?)"
        rf"[^\n:=]{{0,60}}?[:=\s]\s{{0,3}}{_BULLET}(?P<value>{_ITEM}(?:[\s,;"
        rf"|]{{1,4}}{_BULLET}{_ITEM}){{0,20}})(?!\w)",
    ),
    Rule(
        "totp_seed",
        hints_of("totp 2fa mfa authenticator otp seed"),
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
