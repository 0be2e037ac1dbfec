"""Texts that make a careless pattern read the same characters over and over."""

from typing import Final

LONG: Final = 20_000
"""How many characters they have: what is quadratic in these takes seconds for each."""

HOSTILE = tuple(
    (piece * (LONG // len(piece) + 1))[:LONG]
    for piece in (
        "a", "A", "1", "0", " ", "@", ".", "-", "+", "(", "\n", "\\", "é", "İ", "電",
        "a@", "a.", "a@a.", "1 ", "1-", "01 ", "+1", "1.", "(1", "00 1", "1234567 ", "4111 ",
        "eyJ", "eyJaaaaaaaa.", "ghp_", "glpat-", "sk-", "sk-a", "xoxb-", "SG.", "q~", ":AA",
        "password", "password=", "password:'", 'password="a', "password is ", "token: ",
        "token token ", "secret=secret", "api_key", "pwd>", "--token ", "-u a:", "--",
        "://", "://a:", "://a:b@", "a://a", "www.", "bearer ", "authorization: ",
        "-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY----- ", "-----END PRIVATE KEY-----",
        "DE89 ", "de12", "DE89370400440532013", "passport ", "passport no ", "DNI 1", "born ",
        "born 1", "ssn ", "phone ", "order number ", "[REDACTED]", "<", "{{", "a_", "a-1",
    )
)  # fmt: skip
HOSTILE_HEADS = (
    "-----BEGIN PRIVATE KEY-----" + " " * LONG,
    "-----BEGIN PRIVATE KEY-----" + "a" * LONG,
    "password = " + "a." * (LONG // 2),
    "password = " + "a-" * (LONG // 2),
    'password = "' + "a " * (LONG // 2),
    "api_key: " + "A1" * (LONG // 2),
    "passport" + " no" * (LONG // 3),
    "phone" + " no" * (LONG // 3) + " 5551234567",
    "https://" + "a" * LONG + ":b@c",
)
