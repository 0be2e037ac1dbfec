"""Texts that make a careless pattern read the same characters over and over."""

HOSTILE = tuple(
    (piece * (50_000 // len(piece) + 1))[:50_000]
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
    "-----BEGIN PRIVATE KEY-----" + " " * 50_000,
    "-----BEGIN PRIVATE KEY-----" + "a" * 50_000,
    "password = " + "a." * 25_000,
    "password = " + "a-" * 25_000,
    'password = "' + "a " * 25_000,
    "api_key: " + "A1" * 25_000,
    "passport" + " no" * 16_000,
    "phone" + " no" * 16_000 + " 5551234567",
    "https://" + "a" * 50_000 + ":b@c",
)
