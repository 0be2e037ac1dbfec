"""Check the team behind the name of who has a record: `Assigned to Ann Lee (Network)`."""

from collections.abc import Iterator, Sequence
from typing import Final

from recollect.validation.facts.context.clause_context import ClauseContext
from recollect.validation.facts.findings.judging import record_findings
from recollect.validation.facts.findings.verdicts import FactFinding, same_if
from recollect.validation.facts.people.name_words import may_be_translated, name_behind
from recollect.validation.grammar.folding import folded
from recollect.validation.grammar.words import Word, any_means, word_set
from recollect.validation.known.values import same_group

_BEFORE: Final = word_set("( , / of in from von im de en da van")
"""Words and marks between somebody and their team: `Ann Lee (Network)`."""

_MIN_WORDS: Final = 2
"""Words that the name of a team has at least which no result has."""


def team_findings(context: ClauseContext, name: Sequence[Word]) -> Iterator[FactFinding]:
    """The finding on the group behind a name, if it is one.

    `Assigned to Ann Lee (Network)`, `Ann Lee of Network Engineering`.
    """
    line = context.clause.sentence
    at = line.index(name[-1]) + 1
    if at + 1 >= len(line) or line[at].text not in _BEFORE:
        return
    group = name_behind(context, line, at + 1, labelled=False)
    text = context.original_text(group) if group else ""
    is_team = any_means(group, "team")
    if not (is_team or context.index.owners.has_team(folded(text))):
        group = _new_team(context, at)
        text = context.original_text(group) if group else ""
    if not text or may_be_translated(context, text):
        return
    yield from record_findings(
        context,
        "group",
        group,
        ("group",),
        lambda known: same_if(same_group(text, known.text)),
        records=context.about(name[0].start),
    )


def _new_team(context: ClauseContext, at: int) -> list[Word]:
    """The name of a team that no result has: `Owner: Ann Lee, Campus Network`, or `(…)`.

    It is the capitalised words behind the mark at `at`, if the results lack any of them.
    """
    line, known = context.clause.sentence, context.index.text.words
    end = next((place for place in range(at + 1, len(line)) if line[place].form == "mark"), at)
    name, ends = list(line[at + 1 : end]), line[at].text + line[end].text
    is_whole = ends == "()" or (ends == ",\n" and context.is_labelled)
    is_new = len(name) >= _MIN_WORDS and any(word.text not in known for word in name)
    is_name = all(
        word.means_any("and")
        or (context.is_capitalised(word) and not (word.means_some("label:", "status:")))
        for word in name
    )
    return name if is_whole and is_new and is_name else []
