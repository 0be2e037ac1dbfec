"""Secrets in command lines and scripts, recognized by the program and its option."""

import re

from recollect.detection.passwords import VALUE, is_password, is_prose_password
from recollect.detection.plausible import is_stand_in
from recollect.detection.rules import Rule, Rules, hints_of

_MIN_CHARS = 4
# The arguments of a command: neither past its line nor into the next command of a pipe.
_ARGUMENTS = r"(?:[ \t][^\n|;]{0,200}?)?[ \t]"
_GIVEN = (
    r"""(?:"[^"\n]{1,128}"|'[^'\n]{1,128}'"""
    r"""|[^\s"'`<>;|&$(-][^\s"'`<>;|]{2,127})"""
)


def _is_given(match: re.Match[str]) -> bool:
    value = match["value"].strip("\"'")
    return (
        len(value) >= _MIN_CHARS
        and not is_stand_in(value)
        and re.match(r"[$<{%*@/~(]|\$\(|-", value) is None
        and any(map(str.isalnum, value))
    )


def _command(names: str, option: str) -> Rule:
    programs = hints_of(names)
    return Rule(
        "password",
        programs,
        rf"(?<![\w-])(?i:{'|'.join(programs)})[\w.-]{{0,20}}{_ARGUMENTS}{option}"
        rf"(?P<value>{_GIVEN})",
        _is_given,
    )


COMMANDS = Rules(
    Rule("password", ("--pass",), rf"--pass(?:word|wd|phrase)?\s{VALUE}", is_prose_password),
    Rule(
        "password",
        ("-u",),
        r"(?<!\S)-u\s?[\"']?[\w.@-]{1,64}:(?P<value>[^\s\"'<>]+)",
        is_prose_password,
    ),
    _command("mysql mariadb mycli", r"(?-i:-p)"),
    _command("sshpass", r"(?-i:-p)[ \t]?"),
    _command(
        "helm twine az crictl skopeo oras psexec mongo mongosh",
        r"-p[ \t]",
    ),
    _command("docker podman buildah nerdctl", r"login[ \t](?:[^\n|;]{0,200}?[ \t])?-p[ \t]"),
    _command("ldap", r"-w[ \t]?"),
    _command("sqlcmd bcp isql osql ipmitool zip unzip plink pscp putty kitty", r"(?:-P|-pw)[ \t]?"),
    _command("redis-cli", r"-a[ \t]"),
    _command("7z 7za rar unrar", r"-p"),
    _command("smbclient rpcclient net wmiexec smbmap", r"-U[ \t]?[\w.\\/-]{1,64}%"),
    _command("xfreerdp rdesktop wfreerdp cmdkey mstsc", r"/p(?:ass|assword)?:"),
    _command("snmp", r"-(?:c|A|X)[ \t]"),
    _command("htpasswd", r"-[a-zA-Z]*b[a-zA-Z]*[ \t]\S{1,128}[ \t]\S{1,64}[ \t]"),
    _command("openssl", r"-pass(?:in|out)?[ \t]pass:"),
    _command("keytool jarsigner", r"-(?:store|key)pass[ \t]"),
    Rule(
        "password",
        hints_of("net"),
        r"(?<![\w-])(?i:net)(?i:1|\.exe)?[ \t](?i:use[ \t][^\n"
        r"|]{0,100}?/user:\S{1,64}[ \t]|user[ \t]\S{1,64}[ \t])"
        rf"(?P<value>{_GIVEN})",
        _is_given,
    ),
    Rule(
        "password",
        hints_of("convertto-securestring"),
        r"(?i:convertto-securestring)(?:[ \t]-\w{1,20}){0,3}[ \t]\(?[\"'](?P<value>"
        r"[^\"'\n]{1,128})[\"']",
        _is_given,
    ),
    where=r"\s[-/][-A-Za-z]",
)

# Secrets in scripts and configurations that no option marks.
SCRIPT_RULES = (
    # Routers and switches: the digit says how the secret is encrypted.
    Rule(
        "password",
        hints_of("password secret key"),
        rf"(?i:password|secret|key|key-string)[ ][05789][ ](?P<value>{_GIVEN})",
        _is_given,
    ),
    Rule(
        "password",
        ("community",),
        rf"(?i:community)[ ](?P<value>(?=\S{{0,60}}\d){_GIVEN})[ ](?:RO|RW|ro|rw)(?!\w)",
        _is_given,
    ),
    Rule("password", ("identified",), rf"(?i:identified\s+by)\s+{VALUE}", is_password),
    Rule(
        "password",
        hints_of("pgpassword mysql_pwd sshpass ldap_pass rediscli_auth restic_password"),
        r"(?i:pgpassword|mysql_pwd|sshpass|ldap_pass|rediscli_auth|restic_password)="
        r"[\"']?(?P<value>[^\s\"'`;|]{4,128})",
        _is_given,
    ),
    Rule(
        "password",
        hints_of("echo printf"),
        r"(?i:echo|printf)[ \t](?:-n[ \t])?[\"']?(?:[\w.-]{1,64}:)?(?P<value>[^\s\"'|]{4,128})"
        r"[\"']?[ \t]?\|[ \t]?"
        r"(?:sudo[ \t])?(?:sudo[ \t]-S|chpasswd|passwd|docker login|kinit|cryptsetup)",
        _is_given,
    ),
)
