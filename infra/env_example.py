"""`.env.example`: every setting, its default and meaning (seed 001); `make openapi` writes it.

It is made from the tables of settings in docs/, which a test compares with the declared settings.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_ROOT: Final = Path(__file__).parents[1]
FILE: Final = _ROOT / ".env.example"
NONE: Final = "\N{EN DASH}"
"""What a table writes for a setting without a default."""

_TABLE: Final = re.compile(r"\| variable \| default \| is \|\n\|---\|---\|---\|\n((?:\|.*\n?)+)")
_NAME: Final = re.compile(r"`(…?[A-Z0-9_]+)`")
_CELLS: Final = re.compile(r"(?<!\\)\|")
_LINK: Final = re.compile(r"\[([^]]*)\]\(([^)#]*)(#[^)]*)?\)")
_HEAD: Final = """\
# Every setting of the functions with its default. Copy to `.env` only what is to be otherwise,
# without its `#`:
#     set -a; . ./.env; set +a
# Values with blanks, and JSON, want quotes: MEMORY_HALF_LIFE_DAYS='30, oncall=7'. On a laptop the
# platform itself sets RELEVANCE_CALIBRATION, SCS_OPA_URL, SLACK_*, SERVICENOW_*, KUBERNETES_*,
# MICROSOFT_LEARN_URL and EVENT_MAX_AGE_MS: what stands here takes their place. On AWS nothing reads
# this file (docs/deploying.md).
# `make openapi` writes this file from the tables of settings in docs/.
"""


@dataclass(frozen=True, slots=True)
class DocumentedSettings:
    """A row of a table of settings: its document, its variables with defaults, their meaning."""

    document: str
    defaults: dict[str, str]
    what: str


def rows() -> Iterator[DocumentedSettings]:
    """The rows of all tables of settings, document by document."""
    for document in sorted((_ROOT / "docs").glob("*.md")):
        for table in _TABLE.findall(document.read_text("utf-8")):
            for line in table.strip().splitlines():
                names, defaults, what = (each.strip() for each in _CELLS.split(line)[1:4])
                yield DocumentedSettings(
                    document.name,
                    dict(_paired(_spelled_out(_NAME.findall(names)), defaults.replace("`", ""))),
                    _LINK.sub(_link_text, what).replace("\\|", "|"),
                )


def _link_text(link: re.Match[str]) -> str:
    """The text of a link, with the document that it leads to, if that is another one."""
    return f"{link[1]} (docs/{link[2]})" if link[2] else link[1]


def example() -> str:
    """The content of the file: each variable once, after the meaning in its first row."""
    seen, lines, document = set[str](), [_HEAD], ""
    for row in rows():
        new = {name: each for name, each in row.defaults.items() if name not in seen}
        if not new:
            continue
        seen |= new.keys()
        if row.document != document:
            document = row.document
            lines.append(f"\n# docs/{document}\n")
        lines += [f"# {row.what}"] if row.what else []
        lines += [f"#{name}={'' if each == NONE else each}" for name, each in new.items()]
    return "\n".join(lines) + "\n"


def _paired(names: list[str], written: str) -> Iterator[tuple[str, str]]:
    """Each name with its default: its own one, or the one that all names of a row share."""
    defaults = written.split(", ")
    own = len(defaults) == len(names)
    return zip(names, defaults if own else [defaults[0]] * len(names), strict=True)


def _spelled_out(names: list[str]) -> list[str]:
    """The full names: one such as `…_TRUST` begins like the name before it."""
    full = list[str]()
    for name in names:
        full_name = name
        if name.startswith("…"):
            full_name = full[-1].rpartition("_")[0] + name.removeprefix("…")
        full.append(full_name)
    return full


if __name__ == "__main__":
    FILE.write_text(example(), "utf-8")
