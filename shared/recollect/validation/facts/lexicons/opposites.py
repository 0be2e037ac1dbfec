"""Pairs of words of which one is said for the other, where everything else is the same."""

from typing import Final

OPPOSITES: Final = (
    "on/off, enabled/disabled, primary/secondary, primary/standby, active/standby, ahead/behind,"
    " read-only/read-write, inbound/outbound, internal/external, upstream/downstream,"
    " increased/decreased, increase/decrease, higher/lower, rose/fell, faster/slower,"
    " can/cannot, can/can't, possible/impossible, possible/not possible, allowed/blocked,"
    " allowed/denied, accepted/refused, accepted/rejected, agreed/refused, approved/rejected,"
    " approved/denied, succeeded/failed, succeeds/fails, passed/failed, connected/disconnected,"
    " first/second, second/third, first/third, left/right, before/after, valid/expired,"
    " valid/invalid, normal/broken, normal/abnormal, full/empty, locked/unlocked,"
    " encrypted/unencrypted, reachable/unreachable, stable/unstable, available/unavailable,"
    " supported/unsupported, required/optional, mandatory/optional, north/south, east/west,"
    " with/without, morning/evening, yesterday/tomorrow, windows/linux, upgraded/downgraded,"
    " upgrade/downgrade, installed/removed, added/removed, started/stopped, opened/closed,"
    " same/different, minimum/maximum, incoming/outgoing, online/offline, up/down,"
    " created/deleted, fixed/caused, production/test, production/staging, production/development,"
    " hour/minute, hourly/daily, daily/weekly, hours/minutes, days/weeks, business days/weeks,"
    " ein/aus, primär/sekundär, aktiviert/deaktiviert, erlaubt/blockiert, vor/nach, nord/süd,"
    " erfolgreich/fehlgeschlagen, encendido/apagado, activado/desactivado, primario/secundario,"
    " antes/después, norte/sur, activé/désactivé, primaire/secondaire, avant/après, nord/sud,"
    " ativado/desativado, primário/secundário, antes/depois, norte/sul, attivato/disattivato,"
    " primario/secondario, prima/dopo, ingeschakeld/uitgeschakeld, primair/secundair, voor/na"
)
