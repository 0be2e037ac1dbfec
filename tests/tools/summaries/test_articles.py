from hypothesis import given
from hypothesis import strategies as st

from recollect.tools.documentation import Article
from recollect.tools.summaries.articles import excerpt, key_points
from tests.tools.summaries.samples import TEXTS, golden

URL = "https://learn.example.com/quotas"


def article(description: str, title: str = "Azure quotas") -> Article:
    return Article(title=title, url=URL, description=description)


def test_the_example_of_the_seed_is_reproduced_exactly() -> None:
    articles = [
        article("Azure quotas limit resource deployment per region. Learn more."),
        article("CSP subscriptions require Partner Center for quota requests. Is this helpful?"),
        article(
            "<p>Standard quota increases take 2-3 business days.</p><p>Regions differ much.</p>"
        ),
    ]
    points = key_points(articles, "azure quota requests for a CSP")
    assert "\n".join(sorted(points)) == golden("key_points_of_the_seed")


def test_clauses_replace_sentences_that_do_not_fit() -> None:
    long = "Quota increases take two business days, " + "and larger ones more than that " * 4
    assert key_points([article(long), article("")], "quota") == (
        "Quota increases take two business days",
        "Azure quotas",
    )


def test_a_sentence_is_shortened_only_if_there_is_nothing_else() -> None:
    long = "Increases take some " + "very long " * 10 + "time"
    points = key_points([article(long, "")], "quota")
    assert points == (f"Increases take some{' very long' * 6}…",)


def test_a_key_point_is_understandable_by_itself() -> None:
    cases: list[tuple[str, tuple[str, ...]]] = [
        (
            (
                "<p>Start with the shared key: it must be <b>same</b> on a gateway &amp; a device "
                "of the other site.</p>"
            ),
            ("Start with the shared key", "Title"),
        ),
        (
            (
                "The partner of the customer raises the quota from Partner Center, or delegates "
                "access to the subscription."
            ),
            ("The partner of the customer raises the quota from Partner Center", "Title"),
        ),
        (
            (
                "When all the leases of a scope are in use, clients get no other address from the "
                "server."
            ),
            ("When all the leases of a scope are in use, clients get no other address from…",),
        ),
        ("Describes how mail flows between servers.", ("Title",)),
        (
            "Lists validated devices of many vendors. Point the MX record at the new server.",
            ("Point the MX record at the new server", "Title"),
        ),
    ]
    for description, expected in cases:
        assert key_points([article(description, "Title")], "mail")[: len(expected)] == expected


def test_a_description_of_the_page_is_used_only_if_there_is_nothing_else() -> None:
    told = article("Describes how mail flows between servers.", "")
    assert key_points([told], "mail") == ("Describes how mail flows between servers",)


def test_titles_fill_up_the_key_points() -> None:
    assert key_points([article("")], "quota") == ("Azure quotas",)
    same = [article("", "A"), article("", "a"), article("", "B"), article("", "C")]
    assert key_points(same, "quota") == ("A", "B")
    assert key_points([], "quota") == ()


def test_repeated_sentences_make_one_key_point() -> None:
    said = "Quotas limit what a region may hold"
    assert key_points([article(f"{said}."), article(f"{said.upper()}!")], "x") == (
        said,
        "Azure quotas",
    )


def test_points_of_any_script_are_found() -> None:
    points = key_points(
        [article("クォータは地域ごとに設定されます。詳細。申請には三日かかります。", "枠")], "申請"
    )
    assert points == ("申請には三日かかります", "クォータは地域ごとに設定されます")


def test_a_sentence_of_eighty_characters_fits() -> None:
    fits = "Limit what you use " + "x" * 61
    assert key_points([article(f"{fits}. {fits}y.", "T")], "") == (fits, f"{fits[:79]}…")


def test_an_excerpt_is_the_beginning_of_the_description_that_fits_best() -> None:
    articles = [article("About regions."), article("<b>Quotas</b> limit\nregions. " + "x" * 200)]
    text = excerpt(articles, "quota regions")
    assert text == "Quotas limit regions. " + "x" * 127 + "…"
    assert excerpt([article("")], "x") == excerpt([], "x") == ""


@given(st.lists(st.builds(article, TEXTS, TEXTS), max_size=5), TEXTS)
def test_points_are_few_short_and_distinct(articles: list[Article], query: str) -> None:
    points = key_points(articles, query)
    assert len(set(points)) == len(points) <= 3
    assert all(0 < len(point) <= 80 for point in points)
    assert len(excerpt(articles, query)) <= 150
