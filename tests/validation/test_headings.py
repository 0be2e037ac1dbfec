"""Headers of sections, and lines that only look like headers."""

from recollect.validation.sections import headers, heading, headings


def test_headers_of_sections_are_recognized_in_every_markup() -> None:
    cases: list[str] = [
        "*Summary*",
        "**Summary**",
        "***Summary***",
        "# Summary",
        "###### Summary",
        "## Summary ##",
        "## *Summary*",
        "Summary:",
        "SUMMARY:",
        "*summary*   ",
        "  **Summary:**",
        "**Summary**:",
        "*Summary* :",
        "## Summary:",
        "__Summary__",
        "*Summary*\r",
        "Summary",
        "1. Summary",
        "2) **Summary**",
        "📋 Summary",
        "📋 *Summary*",
        "*📋 Summary*",
        "## 📋 Summary",
        "> *Summary*",
        "> Summary",
        "**Summary:** the server is down",
        "*Summary*: the server is down",
        "**1. Summary:** the server is down",
        "Zusammenfassung",
        "*Resumen*",
        "## Résumé",
        "**Resumo**",
        "Riepilogo:",
        "_Samenvatting:_",
    ]
    for line in cases:
        assert headers(f"before\n{line}\nafter").all == {"Summary"}


def test_required_sections_are_recognized_by_their_usual_names_in_each_language() -> None:
    summaries = (
        "Zusammenfassung, Überblick, Kurzfassung, Resumen, Sumario, Résumé, Synthèse, Resumo,"
        " Sumário, Riepilogo, Riassunto, Sommario, Sintesi, Samenvatting, Overzicht"
    )
    states = (
        "Aktueller Stand, Aktueller Status, Aktueller Zustand, Aktuelle Situation, Aktuelle Lage,"
        " Estado actual, Estatus actual, Situación actual, État actuel, Statut actuel,"
        " Situation actuelle, Estado atual, Status atual, Situação atual, Stato attuale,"
        " Stato corrente, Situazione attuale, Huidige status, Huidige staat, Huidige situatie"
    )
    for section, names in (("Summary", summaries), ("Current State", states)):
        unknown = [each for each in names.split(", ") if heading(f"*{each}*") != section]
        assert unknown == []


def test_lines_that_only_look_like_headers_are_not_recognized() -> None:
    cases: list[str] = [
        "Summary: the server is down",
        "**Summary** of the day",
        "In *Summary* it is down",
        "*Summary",
        "Summary**",
        "*Summary**",
        "####### Summary",
        "#Summary",
        "*Impact*",
        "**Root Cause**",
        "Executive summary:",
        "*Summary of today*",
        "• *Summary* of it",
        "",
        "***",
        "##",
        ":",
    ]
    for line in cases:
        assert headers(f"before\n{line}\nafter").all == frozenset()


def test_headers_of_any_markup_are_collected_once() -> None:
    text = "*Summary*\n## Current State\n**Latest Activity**\nContext:\n*Summary*\n# references"
    assert headers(text).all == {
        "Summary",
        "Current State",
        "Latest Activity",
        "Context",
        "References",
    }


def test_headings_of_summaries_are_read_from_plain_lines() -> None:
    assert headings("Summary\n\nContext of it\n\nReferences") == {"Summary", "References"}


def test_headers_on_their_own_line_are_distinguished_from_bold_text_in_a_line() -> None:
    found = headers("## Summary\n**Context:** the printer on the first floor")
    assert found.on_lines == {"Summary"}
    assert found.all == {"Summary", "Context"}
