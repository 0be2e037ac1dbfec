"""Remove raw log lines, which no memory shows: they may contain anything, and help no reader."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

_MAX_LINES: Final = 400
_COLOURS: Final = r"\x1b\[[0-9;]{0,16}[A-Za-z]"
_LITERAL_BREAK: Final = r"(?:\\r)?\\n"
_PYTHON_FRAME: Final = r'\s*File "[^"]{1,300}", line \d'

# What may precede a log line: quote marks, a pod's name, or a word such as `log:`.
_BEFORE = (
    r"[\s>|*•\"'`-]{0,16}(?:\[[\w./-]{1,128}\]\s{1,4}|[\w.-]{1,64}\s{0,8}\|\s{0,4})?"
    r"(?:(?:\w{1,16} ){0,3}(?i:logs?|output|line|message|stderr|stdout|trace)\s?[:=]\s{0,4})?"
    r"[\"'`\[(<]{0,3}"
)
_DATE = r"\d{4}[-/.]\d\d[-/.]\d\d"
_TIME = r"\d\d:\d\d:\d\d"
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_LEVEL = (
    r"(?:ERROR|ERR|WARNING|WARN|WRN|INFO|INF|DEBUG|DBG|TRACE|FATAL|CRITICAL|CRIT|SEVERE|NOTICE"
    r"|PANIC)"
)
_MEMBER = (
    r"(?:level|lvl|severity|loglevel|levelname|log\.level|ts|time|timestamp|@timestamp|asctime"
    r"|logger|log|stream|msg)"
)
_LEADING: Final = (
    rf"{_DATE}[T ]{{1,2}}{_TIME}",
    rf"{_DATE}[T ]\d\d:\d\d\W{{1,4}}{_LEVEL}\b",
    rf"{_MONTH} [ \d]?\d (?:\d{{4}} )?{_TIME}",  # syslog, ctime
    rf"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? (?:{_MONTH} [ \d]?\d|\d\d {_MONTH} \d{{4}}) {_TIME}",
    rf"\d\d[/ ]{_MONTH}[/ ]\d{{4}}[: ]{_TIME}",  # access logs
    r"\d{1,3}(?:\.\d{1,3}){3} \S{1,64} \S{1,64} \[",
    r"\d{1,3}>1 \d{4}-",  # syslog of RFC 5424
    r"[IWEF]\d{4} \d\d:\d\d",  # klog
    rf"{_TIME}(?:[.,]\d{{1,9}})?\s{{1,4}}\S",
    r"\d{10}\.\d{3,9}\s",
    rf"{_LEVEL}(?:$|[^\w.!?])",
    r"(?i:error|warn|warning|info|debug|fatal|critical)\](?:\s|$)",
    r"at\s+[^\s(]{1,300}\(",
    r"at\s+[^()]{1,300}\s\((?:[^)]{1,300}:\d|index \d|<anonymous>|native)",
    r"at\s+(?:file://)?[\w./\\:@-]{1,300}:\d{1,7}",
    r"Caused by: ",
    r"\.\.\. \d{1,5} (?:more|common frames)",
    r"Exception in thread ",
    r"Traceback \(most recent",
    _PYTHON_FRAME.removeprefix(r"\s*"),
    r"During handling of the above|The above exception was",
    r"[\w.$]{0,200}\w(?:Exception|Error)(?::|$)",
    r"goroutine \d{1,9} \[",
    r"created by [\w./*()-]{3,}",
    r"panic: |fatal error: ",
    r"[\w./*()-]{1,200}\.[\w*().-]{1,200}\((?:0x|\.\.\.|\{|\))",  # frames of Go
    r"[\w./@+-]{1,300}\.(?:go|py|rb|js|ts|rs|c|cc|cpp|php|java):\d{1,7}(?:\s\+0x|:in\s|:\d|$)",
    r"from \S{1,300}:\d{1,7}:in ",
    r"thread '[^']{0,64}' panicked",
    r"\d{1,4}:\s{1,4}0x[0-9a-f]{6,}",
    r"#\d{1,4}\s{1,4}(?:0x[0-9a-f]{6,}|/\S{1,300}\(\d)",
    r"\[signal SIG|\^{2,}|~{3,}",
    r"[0-9a-fA-F]{6,16}:?\s{1,4}(?:[0-9a-fA-F]{2,8}\s{1,4}){4}",  # hex dumps
    r"[A-Za-z0-9+/]{40,}={0,2}[\"'\s]{0,4}$",  # hashes, files in base64
)
_ANYWHERE: Final = (
    rf"\d\d:\d\d:\d\d[^\n]{{0,60}}?(?<!\w){_LEVEL}(?!\w)",
    r"(?<!\w)[IWEF]\d{4} \d\d:\d\d:\d\d",
    r"(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) \S{1,300} HTTP/\d",  # access logs
    r"(?<!\w)level=\"?\w{1,12}\"?\s[^\n]{0,200}?msg=",
    r"(?<!\w)(?:ts|time|timestamp)=\"?\d[^\n]{0,200}?(?:level|lvl|msg)=",
    rf"\{{[^\n{{}}]{{0,400}}?\\?\"{_MEMBER}\\?\"\s{{0,2}}:",
)


def without_log_lines(text: str) -> str:
    """The first 400 lines of `text` without log lines; a literal `\\n` ends a line, too."""
    return "\n".join(_kept(re.sub(_COLOURS, "", text)))


def is_log_line(line: str) -> bool:
    """Whether a program wrote this line into a log."""
    leading, anywhere = _patterns()
    return leading.match(line) is not None or anywhere.search(line) is not None


def _kept(text: str) -> Iterator[str]:
    in_frame = False
    for line in text.splitlines()[:_MAX_LINES]:
        # The line below a frame of a Python traceback is the source code at that place.
        if in_frame and line[:1].isspace() and not re.match(_PYTHON_FRAME, line):
            continue
        in_frame = re.match(_PYTHON_FRAME, line) is not None
        parts = re.split(_LITERAL_BREAK, line)
        prose = [part for part in parts if not is_log_line(part)]
        if len(prose) == len(parts):
            yield line
        else:
            yield " ".join(prose)


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """The patterns for the beginning of a line, and for anywhere in it; compiled when needed."""
    return (
        re.compile(f"{_BEFORE}(?:{'|'.join(_LEADING)})"),
        re.compile("|".join(_ANYWHERE)),
    )
