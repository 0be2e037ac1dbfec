"""Pairs of words of which one is said for the other, where everything else is the same."""

from typing import Final

OPPOSITES: Final = (
    "on/off, enabled/disabled, primary/secondary, primary/standby, active/standby, ahead/behind,"
    " read-only/read-write, inbound/outbound, internal/external, upstream/downstream,"
    " increased/decreased, increase/decrease, higher/lower, rose/fell, faster/slower,"
    " can/cannot, can/can't, possible/impossible, possible/not possible, allowed/blocked,"
    " allowed/denied, accepted/refused, accepted/rejected, agreed/refused, approved/rejected,"
    " approved/denied, succeeded/failed, succeeds/fails, passed/failed, connected/disconnected,"
    " first/second, second/third, first/third, left/right, valid/expired, valid/invalid,"
    " normal/broken, normal/abnormal, full/empty, locked/unlocked, encrypted/unencrypted,"
    " reachable/unreachable, stable/unstable, available/unavailable, supported/unsupported,"
    " required/optional, mandatory/optional, north/south, east/west, windows/linux,"
    " upgraded/downgraded, upgrade/downgrade, installed/removed, added/removed,"
    " minimum/maximum, incoming/outgoing, online/offline, production/test, production/staging,"
    " production/development, hourly/daily, daily/weekly, ein/aus, primär/sekundär,"
    " aktiviert/deaktiviert, erlaubt/blockiert,"
    " nord/süd, erfolgreich/fehlgeschlagen, encendido/apagado, activado/desactivado,"
    " primario/secundario, norte/sur, activé/désactivé, primaire/secondaire, nord/sud,"
    " ativado/desativado, primário/secundário, norte/sul, attivato/disattivato,"
    " primario/secondario, ingeschakeld/uitgeschakeld, primair/secundair"
)
