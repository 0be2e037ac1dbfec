"""Longer answers about a list or a journal, which give a part of it or use other words."""

from tests.cases import each_case
from tests.validation.examples import call, checked

SITES = ("Rotterdam", "Dublin", "Milan", "Gdansk", "Oslo", "Lyon", "Porto", "Bristol", "Tartu")
LIST = call(
    "list_service_cases",
    total=9,
    cases=[
        {
            "number": f"SCS000{4400 + place}",
            "short_description": f"Badge readers in {site} refuse the night shift",
            "description": f"{place + 3} of {place + 20} readers, since the clock change.",
            "assigned_to": name,
        }
        for place, (site, name) in enumerate(
            zip(SITES, ("Ann Lee", "Bo Li", "Yewande Adeyemi") * 3, strict=True)
        )
    ],
    casesSearchSummary="Search Results\n\nFound 9 cases of Access Control, opened in November.\n\n"
    + "\n".join(
        f"\u2022 SCS000{4400 + place} \u2013 Badge readers in {site} (Open)"
        for place, site in enumerate(SITES)
    ),
)
PART = (
    "What I can say about Tartu: 11 of its 28 readers refuse the night shift since the clock "
    "change, and Yewande Adeyemi has that one. What I can't say from the list: what she has tried, "
    "whether anybody has replied to her, or whether the day shift is affected as well. Shall I "
    "pull the journal of it and look there, before you call the site?"
)
SPANISH = (
    "El m\u00e1s antiguo es el SCS0004408 (Tartu), que lleva Yewande Adeyemi: fallan 11 de los 28 "
    "lectores. El siguiente, SCS0004407 (Bristol), afecta a 10 de 27 y est\u00e1 en manos de otra "
    "persona del equipo. En los dos lugares el problema empez\u00f3 con el cambio de hora, y "
    "conviene mirarlos juntos antes de llamar a nadie, y avisar despu\u00e9s a los otros sitios."
)
ELSEWHERE = (
    "The mail gateway in Nairobi was slow because its disk had filled up with old queue files. "
    "After they had been moved to an archive, 212 messages were delivered within 14 minutes, and "
    "nothing was lost. Mateo Quiroga keeps an eye on it until Friday; until then please tell the "
    "users that large attachments may arrive late, and that nobody needs to send anything twice."
)


@each_case("answer", [PART, SPANISH])
def test_an_answer_about_a_part_of_a_list_uses_its_summary(answer: str) -> None:
    result = checked(answer, LIST)
    assert result.response_type == "overview"
    assert result.valid, result.warnings


def test_an_answer_about_something_else_does_not_use_a_lists_summary() -> None:
    assert checked(ELSEWHERE, LIST).tools_with_unused_summaries == ("list_service_cases",)
