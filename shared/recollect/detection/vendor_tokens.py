"""Tokens that say themselves whose they are, by a prefix that their vendor gave them."""

import re

from recollect.detection.plausible import is_varied
from recollect.detection.rules import Rule

_START, _END = r"(?<![A-Za-z0-9])", r"(?![A-Za-z0-9_])"


def _is_real(match: re.Match[str]) -> bool:
    return is_varied(match.group()[4:])


def _token(kind: str, hints: str, shape: str) -> Rule:
    return Rule(kind, tuple(hints.lower().split()), _START + shape, _is_real)


VENDOR_TOKENS = (
    _token("aws", "akia asia abia acca", r"A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}" + _END),
    _token("github", "ghp_ gho_ ghu_ ghs_ ghr_", r"gh[pousr]_[A-Za-z0-9]{30,}"),
    _token("github", "github_pat_", r"github_pat_\w{22,}"),
    _token("gitlab", "glpat- glptt- gldt- glrt- glcbt-", r"gl(?:pat|ptt|dt|rt|cbt)-[\w.-]{20,}"),
    _token("slack", "xox", r"xox[abceoprs]-[A-Za-z0-9-]{10,}"),
    _token("slack", "xapp-", r"xapp-\d-[A-Za-z0-9-]{10,}"),
    _token("slack", "hooks.slack.com/", r"hooks\.slack\.com/(?:services|workflows)/[\w/]{20,}"),
    _token("stripe", "sk_ rk_", r"[sr]k_(?:live|test|prod)_[A-Za-z0-9]{16,}"),
    _token("stripe", "whsec_", r"whsec_[A-Za-z0-9+/=]{24,}"),
    _token("google", "aiza", r"AIza[\w-]{35}(?![\w-])"),
    _token("google", "ya29.", r"ya29\.[\w-]{20,}"),
    _token("google", "gocspx-", r"GOCSPX-[\w-]{20,}"),
    Rule("azure", ("q~",), _START + r"[\w~.]{3}\dQ~[\w~.-]{31,34}(?![\w~-])", loose=True),
    _token("azure", "sig=", r"sig=[A-Za-z0-9%+/]{30,}={0,2}"),
    _token("openai", "sk-", r"sk-(?:proj|svcacct|admin|None|or-v1)-[\w-]{20,}"),
    _token("openai", "sk-", r"sk-(?=[A-Za-z]{0,40}\d)[A-Za-z0-9]{32,}"),
    _token("anthropic", "sk-ant-", r"sk-ant-[\w-]{20,}"),
    _token("npm", "npm_", r"npm_[A-Za-z0-9]{36}" + _END),
    _token("pypi", "pypi-", r"pypi-Ag[\w-]{40,}"),
    _token("sendgrid", "sg.", r"SG\.[\w-]{16,32}\.[\w-]{32,64}"),
    _token("twilio", "sk", r"SK[0-9a-f]{32}" + _END),
    _token("hugging_face", "hf_", r"hf_[A-Za-z0-9]{30,}"),
    _token("hashicorp", "hvs. hvb.", r"hv[sb]\.[\w-]{24,}"),
    _token("digitalocean", "doo_v1_ dop_v1_ dor_v1_", r"do[opr]_v1_[0-9a-f]{64}" + _END),
    _token("docker", "dckr_pat_", r"dckr_pat_[\w-]{20,}"),
    _token("databricks", "dapi", r"dapi[0-9a-f]{32}(?:-\d)?" + _END),
    _token("shopify", "shp", r"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}" + _END),
    _token("atlassian", "atatt3", r"ATATT3[\w=-]{50,}"),
    _token("mailgun", "key-", r"key-[0-9a-f]{32}" + _END),
    Rule("telegram", (":aa",), _START + r"\d{8,10}:AA[\w-]{32,35}(?![\w-])", loose=True),
    _token("age", "age-secret-key-1", r"AGE-SECRET-KEY-1[A-Z0-9]{50,}"),
    Rule("jwt", ("eyj",), r"(?<![\w.-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*"),
)
