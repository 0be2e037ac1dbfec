"""What the name of a JSON member says about its value: personal data, or a credential."""

import re
from dataclasses import dataclass

from recollect.detection.plausible import is_left_out, is_plausible_password, is_plausible_token

_MAX_NAME_CHARS, _MIN_DIGITS = 100, 5
_WORD = re.compile(r"[^\W\d_]+")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")

# The number of words of the longest name below.
_MAX_WORDS = 4


def _names(listed: str) -> frozenset[str]:
    """The names of a list, and their plurals."""
    return frozenset(each for name in listed.split(";") for each in (name, f"{name}s"))


_PERSONAL = _names(
    "email;e mail;mail address;email address;emailaddress;phone;telephone;phone number;phonenumber;"
    "telephone number;mobile number;mobile phone;cell phone;cellphone;fax number;whatsapp;ssn;"
    "social security number;social security;date of birth;dateofbirth;birth date;birthdate;"
    "birthday;dob;iban;card number;cardnumber;credit card;creditcard;credit card number;debit card;"
    "pan number;"
    "bank account number;passport number;passport no;tax id;tax number;taxpayer id;national id;"
    "national insurance number;drivers license;driver license;first name;firstname;"
    "last name;lastname;full name;fullname;surname;given name;family name;middle name;maiden name;"
    "home address;street address;postal address;mailing address;residential address;telefon;"
    "telefonnummer;handynummer;geburtsdatum;vorname;nachname;steuer id;téléphone;date de naissance;"
    "prénom;teléfono;fecha de nacimiento;apellido;telefone;data de nascimento;data di nascita",
)
# These also name devices, documents or flags: only a value with digits is personal data.
_NUMBERED = _names("mobile;cell;fax;tel;passport;cvv;cvc;card;tin;nino;cpf;dni;pesel;bsn;aadhaar")
_PASSWORD = _names("password;passwd;pwd;passphrase;passcode;passwort;kennwort;contraseña;senha")
_TOKEN = _names(
    "secret;token;api key;apikey;access key;accesskey;secret key;secretkey;private key;privatekey;"
    "client secret;clientsecret;secret access key;account key;shared access key;signing key;"
    "encryption key;auth key;access token;accesstoken;bearer;credential;credentials;authorization",
)
_NO_CREDENTIAL = re.compile(
    r"(?:next|page|continuation|cursor|sync|idempotency|client|request|csrf|xsrf) token$"
)
_TYPES = re.compile(
    r"(?:string|text|str|required|optional|none|unknown|n/?a)\b.{0,20}$", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class NameMeaning:
    """What the name of a member says about its value."""

    personal: bool
    credentials: bool

    @property
    def is_private(self) -> bool:
        """Whether the value is personal data or a credential."""
        return self.personal or self.credentials


def meaning_of_name(parent: str, name: str, value: str) -> NameMeaning:
    """What `name` says about its `value`, a text or a number, in an object named `parent`."""
    called = " ".join((*_words(parent), *_words(name)))
    return NameMeaning(
        personal=(_ends_with(called, _PERSONAL) and _is_given(value))
        or (_ends_with(called, _NUMBERED) and sum(map(str.isdigit, value)) >= _MIN_DIGITS),
        credentials=_is_credential(called, value.strip()),
    )


def _words(name: str) -> list[str]:
    if len(name) > _MAX_NAME_CHARS:
        return []
    return _WORD.findall(_CAMEL.sub(" ", name).casefold())


def _ends_with(called: str, names: frozenset[str]) -> bool:
    """Whether the last words of `called` are one of these names."""
    last = called.split(" ")[-_MAX_WORDS:]
    return any(" ".join(last[start:]) in names for start in range(len(last)))


def _is_given(value: str) -> bool:
    return bool(value.strip()) and not is_left_out(value) and not _TYPES.fullmatch(value.strip())


def _is_credential(called: str, value: str) -> bool:
    if _ends_with(called, _PASSWORD):
        return is_plausible_password(value, assigned=True)
    return (
        _ends_with(called, _TOKEN)
        and not _NO_CREDENTIAL.search(called)
        and (is_plausible_token(value) or is_plausible_token(value.rpartition(" ")[2]))
    )
