"""A disguised secret is found, and masked as a whole."""

from recollect.detection.mask import found_in, masked
from recollect.detection.readings import read
from recollect.detection.rules import Finding
from tests.cases import each_case

GITHUB = "ghp_" + "A1b2" * 9
CASES = [
    ("zero-width space in a token", "key {} here", GITHUB[:9] + "\u200b" + GITHUB[9:]),
    ("soft hyphen in a token", "key {} here", GITHUB[:9] + "\xad" + GITHUB[9:]),
    ("full-width letters of a token", "key {} here", "\uff47\uff48\uff50_" + GITHUB[4:]),
    ("Cyrillic letter in a token", "key {} here", GITHUB[:4] + "\u0410" + GITHUB[5:]),
    ("Cyrillic prefix of an AWS key", "id {} here", "\u0410KI\u0410" + "Q3EXK7LPZ2MWN5TR"),
    ("zero-width joiner in a password", "password: {} ok", "Tr0ub4\u200ddor&3"),
    ("look-alikes in the word", "p\u0430ssw\u043erd: {} ok", "Tr0ub4dor&3"),
    ("full-width colon", "password\uff1a{} ok", "Tr0ub4dor&3"),
    (
        "zero-width space in a password that is told",
        "the pass\u200bword is {} now",
        "Kite\u200b77away",
    ),
    (
        "full-width digits of a card",
        "paid with {} today",
        "\uff14\uff11\uff11\uff11 1111 1111 1111",
    ),
    ("word joiner in an IBAN", "to {} please", "DE89 3704\u2060 0044 0532 0130 00"),
    ("zero-width space in an address", "write to {} please", "jane\u200b.doe@exam\u200bple.com"),
    ("full-width at sign", "write to {} please", "jane.doe\uff20example.com"),
    ("Cyrillic letters of an address", "write to {} please", "j\u0430ne.d\u043ee@example.com"),
    ("zero-width space in a phone number", "call {} please", "+49 30 1234\u200b567"),
    (
        "mathematical digits of a code",
        "your verification code is {}.",
        "\U0001d7d2\U0001d7d6\U0001d7d0913",
    ),
    ("zero-width space in a PIN", "her voicemail PIN is {}.", "99\u200b21"),
    ("entity in a password", "<password>{}</password>", "Br&amp;ket_71"),
    ("soft hyphen as an entity", "the pass&shy;word is {} now", "Mal&shy;low_77x"),
    ("tags in an address", "<p>write to {}</p>", "jane.<i>doe</i><b>@</b>example.com"),
    (
        "names of characters in an address",
        "{} on file",
        "jane&period;doe&commat;example&#0000046;com",
    ),
    ("tag before a password", "<p>password: <b>{}</b></p>", "Tr0ub4dor&amp;3"),
    ("cell before a password", "<td>Password</td><td>{}</td>", "Tr0ub4dor&amp;3"),
    ("term before a password", "<dt>Password:</dt><dd>{}</dd>", "Tr0ub4dor&amp;3"),
    ("tags in a token", "<td>{}</td>", f'{GITHUB[:9]}<wbr><span class="x">{GITHUB[9:]}'),
    ("tags in a card", "<p>card {}", "4111 <b>1111</b> 1111<!-- --> 1111"),
    ("number of a character", "password: {} ok", "Tr&#48;ub4dor&#x26;3"),
    ("MAC address", "device {} is gone", "3c:52:82:\u200b1a:7f:09"),
    ("social security number", "SSN {} on file", "219-09-\u200b9999"),
]


@each_case(("text", "secret"), [(told.format(secret), secret) for _name, told, secret in CASES])
def test_a_disguised_secret_is_masked_as_a_whole(text: str, secret: str) -> None:
    start = text.index(secret)
    covered = {at for each in found_in(text) for at in range(each.start, each.end)}
    assert covered.issuperset(range(start, start + len(secret)))
    assert masked(masked(text)) == masked(text)


def test_the_text_around_a_disguised_secret_stays() -> None:
    assert masked(f"key {GITHUB[:9]}\u200b{GITHUB[9:]} h\u0435re \u2026") == (
        "key [REDACTED:github] h\u0435re \u2026"
    )


@each_case(
    "text",
    [
        "Пароль неверный, войти не получается.",
        "\u039f κωδικός δεν είναι σωστός.",
        "パスワードは必須です。ログインできません。",
        "Das Kennwort muß geändert werden, ½ Stunde später & weiter.",
        "if (a &lt; b &amp;&amp; c &gt; d) { reset(password); }",
        "x² + y³ ≈ 42, ﬁne",
        "<p>Your <b>password</b>: at least <i>12</i> letters</p><td>4111</td><td>1111</td>",
        "if a <b and c> d: password",
        "<tr><th>User</th><th>Password</th></tr><tr><td>ann</td><td>never expires</td></tr>",
        "<h2>Password</h2><ul><li>Length</li><li>Rotation</li></ul>",
        "<config><user>admin</user><timeout>30</timeout><port>8443</port></config>",
    ],
)
def test_a_foreign_text_without_a_secret_stays(text: str) -> None:
    assert masked(text) == text


def test_a_plain_text_is_read_once() -> None:
    seen: list[str] = []

    def find(text: str) -> tuple[Finding, ...]:
        seen.append(text)
        return ()

    read("nothing & nobody", find)
    read("größer, früher", find)
    read("fi\ufb01ne", find)
    assert seen == ["nothing & nobody", "größer, früher", "fi\ufb01ne", "fifine"]
