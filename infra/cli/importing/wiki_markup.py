"""Turn Jira's wiki markup, which its older API and its tables contain, into plain text.

https://jira.atlassian.com/secure/WikiRendererHelpAction.jspa?section=all
"""

import re
from collections.abc import Iterator
from typing import Final

_VERBATIM: Final = re.compile(r"\{(code|noformat)(?::[^{}\n]*)?\}")
_MACRO: Final = re.compile(
    r"\{(?:color|quote|panel|info|note|tip|warning|expand|section|column|anchor)(?::([^{}\n]*))?\}"
)
_TITLE: Final = re.compile(r"(?:^|\|)title=([^|]*)")
_IMAGE: Final = re.compile(
    r"!\S[^!|\n]*\.(?:png|jpe?g|gif|bmp|webp|svg|pdf|mov|mp4)(?:\|[^!\n]*)?!", re.IGNORECASE
)
_LINK: Final = re.compile(
    r"\[(?:([^\[\]|\n]*)\|)?((?:https?://|mailto:|[~^#])[^\[\]|\n]*)(?:\|[^\[\]\n]*)?\]"
)
_MONOSPACED: Final = re.compile(r"\{\{([^{}\n]+)\}\}")
_EMPHASIS: Final = tuple(
    re.compile(rf"(?<![\w{mark}]){mark}(?=\S)([^{mark}\n]+?)(?<=\S){mark}(?![\w{mark}])")
    for mark in (r"\*", "_")
)
_LINE_MARK: Final = re.compile(r"^[ \t]*(?:h[1-6]|bq)\.[ \t]+", re.MULTILINE)
_ROW: Final = re.compile(r"^[ \t]*\|{1,2}(.+?)\|{1,2}[ \t]*$", re.MULTILINE)
_ESCAPED: Final = re.compile(r"\\([{}\[\]*_|!#-])")


def without_markup(written: str) -> str:
    """The text as Jira shows it; the content of {code} and {noformat} stays as it is."""
    return "".join(_parts(written)).strip()


def _parts(written: str) -> Iterator[str]:
    start, inside = 0, ""
    for tag in _VERBATIM.finditer(written):
        if inside in ("", tag[1]):
            part = written[start : tag.start()]
            yield part if inside else _shown(part)
            start, inside = tag.end(), "" if inside else tag[1]
    yield written[start:] if inside else _shown(written[start:])


def _shown(written: str) -> str:
    text = _MACRO.sub(_title, _IMAGE.sub("", written))
    text = _ROW.sub(_row, _LINE_MARK.sub("", _LINK.sub(_link, text)))
    text = _MONOSPACED.sub(r"\1", text)
    for emphasis in _EMPHASIS:
        text = emphasis.sub(r"\1", text)
    return _ESCAPED.sub(r"\1", text)


def _title(macro: re.Match[str]) -> str:
    title = _TITLE.search(macro[1] or "")
    return f"{title[1]}\n" if title else ""


def _link(found: re.Match[str]) -> str:
    label, target = found[1] or "", found[2]
    if target.startswith("~"):
        return f"@{target[1:]}"
    if target[0] in "^#":
        return label or target[1:]
    return f"{label} ({target})" if label and label != target else target


def _row(found: re.Match[str]) -> str:
    return " | ".join(cell.strip() for cell in re.split(r"\|{1,2}", found[1]))
