"""Tokens that are recognized by the prefix or form that their vendor gave them.

The rules are written from what vendors document about their tokens; docs/detection.md says why they
are not a copy of a maintained list. A row is a kind, the hints that its tokens begin with, and the
form of the tokens.
"""

import re
from collections.abc import Iterator

from recollect.detection.plausible import is_random, is_varied
from recollect.detection.rules import Finding, Rule, Rules

_START, _END = r"(?<![A-Za-z0-9])", r"(?![A-Za-z0-9_])"
_MIN_TOKEN_CHARS = 15
_UUID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"


def _is_real(match: re.Match[str]) -> bool:
    return is_varied(match["value"][4:])


def _is_random(match: re.Match[str]) -> bool:
    return is_random(match["value"])


def _token(kind: str, hints: str, shape: str) -> Rule:
    return Rule(kind, tuple(hints.lower().split()), f"{_START}(?P<value>{shape})", _is_real)


def _unmarked(kind: str, hints: str, shape: str) -> Rule:
    """A rule for tokens whose form alone says little, so that only random-looking ones count."""
    return Rule(kind, tuple(hints.lower().split()), f"{_START}(?P<value>{shape})", _is_random)


def _within(kind: str, hint: str, shape: str) -> Rule:
    """A rule for tokens whose hint is in the middle or at the end."""
    return Rule(kind, (hint,), f"{_START}(?P<value>{shape})", _is_real, loose=True)


VENDOR_TOKENS = Rules(
    # Clouds
    _token("aws", "akia asia abia acca", r"A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}" + _END),
    _token("aws", "absk", r"ABSK[A-Za-z0-9+/]{60,}={0,2}"),
    _token("aws", "amzn.mws.", rf"amzn\.mws\.{_UUID}"),
    _token("google", "aiza", r"AIza[\w-]{35}(?![\w-])"),
    _token("google", "ya29.", r"ya29\.[\w-]{20,}"),
    _token("google", "1//0", r"1//0[\w-]{40,}"),
    _token("google", "gocspx-", r"GOCSPX-[\w-]{20,}"),
    _token("google", "aaaa", r"AAAA[\w-]{7}:[\w-]{100,}"),
    _within("azure", "q~", r"[\w~.]{3}\dQ~[\w~.-]{31,34}(?![\w~-])"),
    _within("azure", "azfu", r"[\w-]{44}AzFu[\w-]{4,8}={0,2}"),
    _within(
        "azure", "+a", r"[A-Za-z0-9+/]{70,80}\+A(?:StA|CDb|BaA|IoT|SbT|EhS|SeA)[\w+/]{0,6}={0,2}"
    ),
    _token("azure", "sig=", r"sig=[A-Za-z0-9%+/]{30,}={0,2}"),
    _token("alibaba", "ltai", r"LTAI[A-Za-z0-9]{16,24}" + _END),
    _token("tencent", "akid", r"AKID[A-Za-z0-9]{32}" + _END),
    _token("yandex", "y0_ t1.", r"(?:y0_[\w-]{50,}|t1\.[A-Z0-9a-z_-]+={0,2}\.[\w-]{80,}={0,2})"),
    _token("digitalocean", "doo_v1_ dop_v1_ dor_v1_", r"do[opr]_v1_[0-9a-f]{64}" + _END),
    _token("cloudflare", "v1.0-", r"v1\.0-[0-9a-f]{24}-[0-9a-f]{100,}"),
    _token("heroku", "hrku-", r"HRKU-[\w-]{36,}"),
    _token("fly", "fo1_ fm1 fm2_", r"(?:fo1_|fm1[ar]_|fm2_)[\w+/=-]{40,}"),
    _token("netlify", "nfp_ nfc_ nfo_", r"nf[pco]_[A-Za-z0-9]{36,}"),
    _token("vercel", "vcp_ vci_ vca_ vcr_ vck_", r"vc[piark]_[A-Za-z0-9]{24,}"),
    _token("render", "rnd_", r"rnd_[A-Za-z0-9]{28,}"),
    _token("supabase", "sbp_ sb_secret_", r"(?:sbp_(?:oauth_)?[0-9a-f]{40}|sb_secret_[\w-]{20,})"),
    _token("neon", "napi_", r"napi_[a-z0-9]{40,}"),
    _token("planetscale", "pscale_", r"pscale_(?:tkn|oauth|pw)_[\w.=-]{32,}"),
    _token("databricks", "dapi dkea", r"(?:dapi|dkea)[0-9a-f]{32}(?:-\d)?" + _END),
    _token("openshift", "sha256~", r"sha256~[\w-]{40,}"),
    # Code, packages, builds
    _token("github", "ghp_ gho_ ghu_ ghs_ ghr_", r"gh[pousr]_[A-Za-z0-9]{30,}"),
    _token("github", "github_pat_", r"github_pat_\w{22,}"),
    _token(
        "gitlab",
        "glpat- glptt- gldt- glrt- glrtr- glcbt- glsoat- glft- glimt- glagent- gloas- glffct-",
        r"gl(?:pat|ptt|dt|rtr?|cbt|soat|ft|imt|agent|oas|ffct)-[\w.-]{19,}\w",
    ),
    _token("gitlab", "gr1348941", r"GR1348941[\w-]{20,}"),
    _token("bitbucket", "atbb", r"ATBB[A-Za-z0-9_=.-]{24,}"),
    _token("npm", "npm_", r"npm_[A-Za-z0-9]{36}" + _END),
    _token("pypi", "pypi-", r"pypi-Ag[\w-]{40,}"),
    _token("rubygems", "rubygems_", r"rubygems_[0-9a-f]{48}"),
    _token("nuget", "oy2", r"oy2[a-z0-9]{43}" + _END),
    _token("crates", "cio", r"cio[A-Za-z0-9]{32}" + _END),
    _token("clojars", "clojars_", r"CLOJARS_[0-9a-zA-Z]{60}"),
    _token("packagist", "packagist_", r"packagist_[a-z]{2,4}_[0-9a-f]{60,}"),
    _token("docker", "dckr_pat_ dckr_oat_", r"dckr_[po]at_[\w-]{20,}"),
    _token("artifactory", "akcp cmvmdgtu", r"(?:AKCp[A-Za-z0-9]{60,}|cmVmdGtu[A-Za-z0-9]{50,})"),
    _token("circleci", "ccipat_ cciprj_", r"CCI(?:PAT|PRJ)_[A-Za-z0-9]{20,24}_[0-9a-f]{40}"),
    _token("buildkite", "bkua_ bkpt_ bkaj_ bkct_", r"bk(?:ua|pt|aj|ct)_[0-9a-zA-Z_-]{32,}"),
    _token("harness", "pat. sat.", r"(?:pat|sat)\.[\w-]{22}\.[0-9a-f]{24}\.[A-Za-z0-9]{20}"),
    _token("octopus", "api-", r"API-[A-Z0-9]{26,32}" + _END),
    _token("sonar", "sqa_ sqp_ squ_", r"sq[apu]_[0-9a-f]{40}"),
    _token("sourcegraph", "sgp_ slk_", r"(?:sgp_(?:(?:[0-9a-f]{16}|local)_)?|slk_)[0-9a-f]{40,64}"),
    _within("terraform", ".atlasv1.", r"[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{50,}"),
    _token("hashicorp", "hvs. hvb. hvr.", r"hv[sbr]\.[\w-]{24,}"),
    _token("pulumi", "pul-", r"pul-[0-9a-f]{40}"),
    _token(
        "doppler", "dp.", r"dp\.(?:pt|ct|sa|said|scim|audit|st)\.(?:[\w-]{1,40}\.)?[A-Za-z0-9]{38,}"
    ),
    _token("infisical", "st.", r"st\.[0-9a-f]{24}\.[0-9a-f]{32}\.[0-9a-f]{32}"),
    _token("1password", "ops_eyj", r"ops_eyJ[A-Za-z0-9+/_-]{100,}={0,3}"),
    _token("1password", "a3-", r"A3-[A-Z0-9]{6}-(?:[A-Z0-9]{5,11}-){3,4}[A-Z0-9]{5}" + _END),
    _token("age", "age-secret-key-1", r"AGE-SECRET-KEY-1[A-Z0-9]{50,}"),
    _token(
        "tailscale", "tskey-", r"tskey-[a-z]{2,12}-[A-Za-z0-9]{8,}(?:CNTRL)?(?:-[A-Za-z0-9]{16,})?"
    ),
    _token("ngrok", "2", r"2[A-Za-z0-9]{26}_[A-Za-z0-9]{20,}" + _END),
    _token("postman", "pmak-", r"PMAK-[0-9a-f]{24}-[0-9a-f]{34}"),
    _token("prefect", "pnu_ pnb_", r"pn[ub]_[A-Za-z0-9]{36}"),
    _token("readme", "rdme_", r"rdme_[a-z0-9]{60,}"),
    _token("launchdarkly", "sdk- mob- api-", rf"(?:sdk|mob|api)-{_UUID}"),
    # Models
    _token("openai", "sk-", r"sk-(?:proj|svcacct|service|admin|None|or-v1)-[\w-]{20,}"),
    _token("openai", "sk-", r"sk-(?=[A-Za-z]{0,40}\d)[A-Za-z0-9]{32,}"),
    _token("anthropic", "sk-ant-", r"sk-ant-[\w-]{20,}"),
    _token("groq", "gsk_", r"gsk_[A-Za-z0-9]{40,}"),
    _token("xai", "xai-", r"xai-[A-Za-z0-9]{60,}"),
    _token("perplexity", "pplx-", r"pplx-[A-Za-z0-9]{32,}"),
    _token("replicate", "r8_", r"r8_[A-Za-z0-9]{36,}"),
    _token("hugging_face", "hf_ api_org_", r"(?:hf|api_org)_[A-Za-z0-9]{30,}"),
    _token("langsmith", "lsv2_", r"lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}"),
    _token("pinecone", "pcsk_", r"pcsk_\w{40,}"),
    _token("nvidia", "nvapi-", r"nvapi-[\w-]{50,}"),
    _token("together", "tgp_v1_", r"tgp_v1_[\w-]{40,}"),
    _token("cerebras", "csk-", r"csk-[a-z0-9]{40,}"),
    _token("tavily", "tvly-", r"tvly-(?:dev-|prod-)?[A-Za-z0-9]{28,}"),
    _token("elevenlabs", "sk_", r"sk_[0-9a-f]{48}" + _END),
    # Chat and mail
    _token("slack", "xox", r"xox(?:e\.xox)?[abceoprs]-[A-Za-z0-9-]{10,}"),
    _token("slack", "xapp-", r"xapp-\d-[A-Za-z0-9-]{10,}"),
    _token(
        "slack", "hooks.slack.com/", r"hooks\.slack\.com/(?:services|workflows|triggers)/[\w/]{20,}"
    ),
    _token("teams", "webhook.office.com/", r"webhook\.office\.com/webhookb2/[\w@/-]{40,}"),
    _token(
        "discord", "discord", r"discord(?:app)?\.com/api/(?:v\d+/)?webhooks/\d{16,20}/[\w-]{40,}"
    ),
    Rule(
        "discord",
        (".",),
        r"[MNO](?<![A-Za-z0-9].)[A-Za-z][\w-]{21,26}\.[\w-]{6}\.[\w-]{27,45}(?![\w-])",
        lambda match: is_random(match.group()),
        loose=True,
    ),
    _token("discord", "mfa.", r"mfa\.[\w-]{80,}"),
    Rule(
        "telegram",
        (":aa",),
        r"(?:(?<=/bot)|(?<![A-Za-z0-9]))(?P<value>\d{8,10}:AA[\w-]{32,35}(?![\w-]))",
        _is_real,
        loose=True,
    ),
    _token("dingtalk", "sec", r"SEC[0-9a-f]{64}" + _END),
    _token("twilio", "sk", r"SK[0-9a-f]{32}" + _END),
    _token("sendgrid", "sg.", r"SG\.[\w-]{16,32}\.[\w-]{32,64}"),
    _within("mailchimp", "-us", r"[0-9a-f]{32}-us\d{1,2}" + _END),
    _token("mailchimp", "md-", r"md-[\w-]{22}(?![\w-])"),
    _token("mailgun", "key-", r"key-[0-9a-f]{32}" + _END),
    Rule(
        "mailgun",
        ("-",),
        r"(?P<value>[0-9a-f](?<![A-Za-z0-9].)[0-9a-f]{31}-[0-9a-f]{8}-[0-9a-f]{8})" + _END,
        _is_real,
        loose=True,
    ),
    _token("brevo", "xkeysib- xsmtpsib-", r"x(?:key|smtp)sib-[0-9a-f]{64}-[A-Za-z0-9]{16}"),
    _token("resend", "re_", r"re_(?=\w{0,40}\d)[A-Za-z0-9]{6,12}_[A-Za-z0-9]{20,}"),
    _token("onesignal", "os_v2_", r"os_v2_(?:app|org)_[a-z0-9]{60,}"),
    # Payment and shops
    _token("stripe", "sk_ rk_", r"[sr]k_(?:live|test|prod)_[A-Za-z0-9]{16,}"),
    _token("stripe", "whsec_", r"whsec_[A-Za-z0-9+/=]{24,}"),
    _token("square", "sq0", r"sq0(?:atp|csp|idp)-[\w-]{22,}"),
    _token("square", "eaaa", r"EAAA[\w-]{56,62}(?![\w-])"),
    _token(
        "paypal",
        "access_token$",
        r"access_token\$(?:production|sandbox)\$[0-9a-z]{12,20}\$[0-9a-f]{32}",
    ),
    _token("plaid", "access-", rf"access-(?:sandbox|development|production)-{_UUID}"),
    _token("braintree", "access_token$", r"access_token\$\w{4,12}\$[0-9a-z]{12,20}\$[0-9a-f]{32}"),
    _token("flutterwave", "flwseck", r"FLWSECK(?:_TEST)?-[0-9a-zA-Z-]{12,}"),
    _token("adyen", "aqe", r"AQE[A-Za-z0-9+/]{60,}={0,2}-[\w+/=]{20,}-[!-~]{10,}"),
    _token("shopify", "shp", r"shp(?:at|ca|pa|ss|ua|rt)_[0-9a-fA-F]{32}" + _END),
    _token("shippo", "shippo_", r"shippo_(?:live|test)_[0-9a-f]{40}"),
    _token("easypost", "ezak ezt", r"EZ[AT]K[A-Za-z0-9]{54}"),
    _token("duffel", "duffel_", r"duffel_(?:test|live)_[\w=-]{40,}"),
    _token("lob", "live_ test_", r"(?:live|test)_(?:pub_)?[0-9a-f]{30,35}" + _END),
    _token("mollie", "live_ test_", r"(?:live|test)_[A-Za-z0-9]{30}" + _END),
    _token("meta", "eaa", r"EAA[A-Za-z0-9]{90,}"),
    # Monitoring
    _token(
        "newrelic", "nrak- nrjs- nrii- nriq- nrra- nrsp- nraa-", r"NR[A-Z]{2}-[A-Za-z0-9_-]{19,40}"
    ),
    _within("newrelic", "nral", r"[0-9a-zA-Z]{32,36}NRAL" + _END),
    _token("grafana", "glsa_", r"glsa_[A-Za-z0-9]{32}_[0-9A-Fa-f]{8}"),
    _token("grafana", "glc_", r"glc_[A-Za-z0-9+/]{32,}={0,3}"),
    _token("grafana", "eyjrijoi", r"eyJrIjoi[A-Za-z0-9+/]{50,}={0,3}"),
    _token("datadog", "ddapp_ ddpat_ pub_dd", r"dd(?:app|pat)_[A-Za-z0-9]{30,}"),
    _token("dynatrace", "dt0", r"dt0[a-z]\d\d\.[A-Z0-9]{24}\.[A-Z0-9]{64}"),
    _token("sentry", "sntrys_ sntryu_ sntrya_", r"sntry[sua]_[A-Za-z0-9+/=_-]{40,}"),
    _token("posthog", "phx_ phs_", r"ph[xs]_[A-Za-z0-9]{32,}"),
    _token("honeycomb", "hcaik_ hcbik_ hcamk_", r"hc[a-c][im]k_[a-z0-9]{40,}"),
    _token("rootly", "rootly_", r"rootly_[0-9a-f]{60,}"),
    _token("segment", "sgp_", r"sgp_[A-Za-z0-9]{64}"),
    # Collaboration
    _token("linear", "lin_api_ lin_oauth_ lin_wh_", r"lin_(?:api|oauth|wh)_[A-Za-z0-9]{32,}"),
    _token("notion", "ntn_", r"ntn_[A-Za-z0-9]{40,}"),
    _unmarked("notion", "secret_", r"secret_[A-Za-z0-9]{43}" + _END),
    _token("figma", "figd_ figu_ figo_ figr_ figh_", r"fig[duorh]_[\w-]{36,}"),
    _token("atlassian", "atatt3 atctt3 atstt3", r"AT[ACS]TT3[\w=-]{50,}"),
    _token("trello", "atta", r"ATTA[0-9A-Za-z]{60,}"),
    _token("airtable", "pat", r"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}"),
    _token("asana", "1/ 2/", r"[12]/\d{12,}(?:/\d{12,})?:[0-9a-f]{32}"),
    _token("contentful", "cfpat-", r"CFPAT-[\w-]{40,}"),
    _token("typeform", "tfp_", r"tfp_[\w.-]{40,}"),
    _token("hubspot", "pat-", rf"pat-(?:na|eu|ap)\d-{_UUID}"),
    _token("salesforce", "00d", r"00D[A-Za-z0-9]{12,15}![\w.]{60,}"),
    _unmarked("okta", "00", r"00[\w-]{40}(?![\w-])"),
    _token("dropbox", "sl.", r"sl\.(?:u\.)?[\w-]{100,}"),
    _token("adobe", "p8e-", r"p8e-[A-Za-z0-9]{32}"),
    _token("mapbox", "sk.eyj", r"sk\.eyJ[\w-]{20,}\.[\w-]{10,}"),
    _within("maxmind", "_mmk", r"[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk"),
    Rule("jwt", ("eyj",), r"(?<![\w.-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*"),
    Rule(
        "jwt", ("eyj",), r"(?<![\w.-])eyJ[\w-]{16,}\.[\w-]{0,2000}\.[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}"
    ),
)


def vendor_tokens_in(text: str) -> Iterator[Finding]:
    """The tokens of known vendors in `text`. None is shorter than 15 characters."""
    long = " ".join(each for each in text.split() if len(each) >= _MIN_TOKEN_CHARS)
    return VENDOR_TOKENS.found_in(text, long) if long else iter(())
